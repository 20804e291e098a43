"""Every scenario on an attempt and the reference: the first difference is the first, and nothing else is one."""

import importlib
import itertools
import os
import random
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judge import play
from judge.loading import Unjudgeable, load, public_names
from judge.plain import dumps, in_order, same
from judge.play import Agreement, Difference
from judge.problem import Problem, find

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the players are forks")

ROOT = Path(__file__).resolve().parent.parent
QUICK = find(ROOT, "069")  # the problem whose scenarios are played fastest
REFERENCE = QUICK.reference


def first_difference(problem: Problem, attempt: Path) -> int | None:
    """Return the index of the first scenario on which `attempt` and the reference differ, by trying each in turn."""
    space = importlib.import_module(f"problems.{problem.name}.scenarios")
    public = public_names(problem.stub)
    mine, theirs = load(problem.reference, public), load(attempt, public)
    for index, scenario in enumerate(space.scenarios()):
        if not same(space.observe(mine, scenario), space.observe(theirs, scenario)):
            return index
    return None


def attempt_that(tmp_path: Path, addition: str) -> Path:
    """Return the file of an attempt at 069: the reference as `right`, and a `solve` that `addition` defines."""
    source = REFERENCE.read_text(encoding="utf-8") + f"\n\nright = solve\n\n\n{addition}\n"
    file = tmp_path / "attempt.py"
    file.write_text(source, encoding="utf-8")
    return file


def is_rare(scenario: dict[str, Any]) -> bool:
    """Tell whether this is a scenario on which the attempts below go wrong."""
    names = [reply[1] for reply in scenario["script"] if reply[0] == "call"]
    return scenario["max_turns"] == 3 and {"silent", "seen"} <= set(names)


IF_RARE = "if max_turns == 3 and {'silent', 'seen'} <= set(tools):"


def rare() -> Iterator[int]:
    space = importlib.import_module("problems.problem_069.scenarios")
    return (index for index, scenario in enumerate(space.scenarios()) if is_rare(scenario))


@pytest.mark.parametrize(
    ("number", "mistake"),
    [
        ("005", "answered_ids_are_skipped"),
        ("005", "calls_counted_instead_of_turns"),
        ("069", "log_as_a_dict"),
        ("069", "one_try_around_the_loop"),
        ("070", "tools_called_as_a_set"),
        ("070", "failing_call_dispatched_twice"),
        ("119", "keys_sorted_at_the_top_only"),
        ("119", "repeats_counted_in_a_row"),
    ],
)
def test_no_shorter_script_tells_a_mistake_apart(number: str, mistake: str) -> None:
    problem = find(ROOT, number)
    file = problem.solutions / "mistakes" / f"{mistake}.py"

    found = play.compare(problem, problem.reference, file)

    assert isinstance(found, Difference)
    assert found.index == first_difference(problem, file)


def test_agreement_is_on_every_scenario() -> None:
    space = importlib.import_module("problems.problem_069.scenarios")

    found = play.compare(QUICK, REFERENCE, REFERENCE)

    assert found == Agreement(sum(1 for _ in space.scenarios()))


def test_so_many_scenarios_are_played_as_are_asked_for() -> None:
    ticks: list[int] = []

    assert play.compare(QUICK, REFERENCE, REFERENCE, most=1_000, tick=ticks.append) == Agreement(1_000)


def test_an_attempt_that_hangs_on_one_rare_script_is_found_there(tmp_path: Path) -> None:
    hangs = attempt_that(
        tmp_path,
        f"def solve(script, tools, max_turns):\n    {IF_RARE}\n        while True:\n            pass\n"
        "    return right(script, tools, max_turns)",
    )

    found = play.compare(replace(QUICK, time_limit=0.3), REFERENCE, hangs)

    assert isinstance(found, Difference)
    assert found.index == next(rare()) > 1_000
    assert (found.attempt, found.lost) == (None, "does not come to an end within 0.3 s")


def test_an_attempt_that_ends_its_process_on_one_rare_script_is_found_there(tmp_path: Path) -> None:
    crashes = attempt_that(
        tmp_path,
        f"import os\n\n\ndef solve(script, tools, max_turns):\n    {IF_RARE}\n        os._exit(3)\n"
        "    return right(script, tools, max_turns)",
    )

    found = play.compare(QUICK, REFERENCE, crashes)

    assert isinstance(found, Difference)
    assert found.index == next(rare())
    assert (found.attempt, found.lost) == (None, "ended the process with exit status 3")


def test_the_order_of_a_dict_is_no_difference(tmp_path: Path) -> None:
    problem = find(ROOT, "070")
    source = (problem.reference).read_text(encoding="utf-8")
    source += "\n\nright = run_agent\n\n\ndef run_agent(task, script, *limit):\n"
    source += "    return dict(reversed(list(right(task, script, *limit).items())))\n"
    backwards = tmp_path / "attempt.py"
    backwards.write_text(source, encoding="utf-8")

    assert play.compare(problem, problem.reference, backwards, most=2_000) == Agreement(2_000)


@pytest.mark.parametrize("value", ["True", "1.0", "int.__new__(type('One', (int,), {'__eq__': lambda *_: True}), 1)"])
def test_what_is_only_equal_differs(tmp_path: Path, value: str) -> None:
    loose = attempt_that(
        tmp_path,
        "def solve(script, tools, max_turns):\n    status, answer, log = right(script, tools, max_turns)\n"
        f"    return status, answer, [(name, {value} if got == 1 else got) for name, got in log]",
    )

    assert isinstance(play.compare(QUICK, REFERENCE, loose, most=2_000), Difference)


def test_what_is_no_plain_data_differs_and_is_named(tmp_path: Path) -> None:
    generates = attempt_that(
        tmp_path, "def solve(script, tools, max_turns):\n    return (item for item in right(script, tools, max_turns))"
    )

    found = play.compare(QUICK, REFERENCE, generates)

    assert isinstance(found, Difference)
    assert found.index == 0
    assert found.attempt is not None
    assert found.attempt["returned"] == "<a generator object, which is not plain data>"


def test_a_file_that_cannot_be_loaded_is_said_to_be_so(tmp_path: Path) -> None:
    file = tmp_path / "attempt.py"
    file.write_text("def solve(:\n", encoding="utf-8")

    with pytest.raises(Unjudgeable, match=r"attempt\.py, line 1"):
        play.compare(QUICK, REFERENCE, file)


def test_in_a_fixed_order_equal_data_gives_equal_bytes() -> None:
    values = [
        {"b": [{"y": 1, "x": (2.0, {"q": None, "p": True})}], "a": {3: "three", "3": 3, (1,): b""}},
        [{"role": "tool", "args": {"b": {}, "a": []}}, ()],
    ]

    for value in values:
        assert dumps(in_order(_shuffled(value))) == dumps(in_order(value))
        assert same(in_order(value), value)


def _shuffled(value: Any) -> Any:
    if type(value) is dict:
        items = [(key, _shuffled(item)) for key, item in value.items()]
        random.Random(0).shuffle(items)
        return dict(items)
    return type(value)(map(_shuffled, value)) if type(value) in (list, tuple) else value


def test_comparing_costs_little_more_than_playing() -> None:
    problem = find(ROOT, "119")
    file = problem.reference
    space = importlib.import_module(f"problems.{problem.name}.scenarios")
    solution = load(file, public_names(problem.stub))
    some = 8_000

    began = time.process_time()
    for scenario in itertools.islice(space.scenarios(), some):
        space.observe(solution, scenario)
        space.observe(solution, scenario)
    alone = time.process_time() - began
    before = _of_children()
    assert play.compare(problem, file, file, most=some) == Agreement(some)

    # Processor time, so that a busy machine does not matter.
    assert _of_children() - before <= 2.5 * alone


def _of_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_the_reference_is_not_in_the_memory_of_the_attempt(tmp_path: Path) -> None:
    assert "attempt" not in sys.modules or "right" not in vars(sys.modules["attempt"])
    looks = attempt_that(
        tmp_path,
        "import gc, types\n\n\ndef solve(script, tools, max_turns):\n"
        "    names = [f.__module__ for f in gc.get_objects() if isinstance(f, types.FunctionType)"
        " and f.__name__ == 'solve']\n"
        "    return len(names)",
    )

    found = play.compare(QUICK, REFERENCE, looks)

    assert isinstance(found, Difference)
    assert found.attempt is not None
    assert found.attempt["returned"] == 2  # its own two
