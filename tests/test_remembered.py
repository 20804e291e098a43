"""An agreement told from what is remembered of the reference is the one that playing in step would tell."""

import itertools
import os
import shutil
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from judge import compare, play, remembered
from judge.play import Agreement, Difference
from judge.player import scenarios_module
from judge.problem import Problem, find
from judge.referee import Errand
from judge.remembered import agreement
from tests.support import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the players are forks")

COUNT = 2_000  # of the scenarios; with all of them this would take ten times as long
# The first of these scenarios comes after a thousand others.
IF_RARE = "if max_turns == 1 and {'ask_again', 'take'} <= set(tools):"


@pytest.fixture
def problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Problem:
    """Problem 069 in a folder of its own, where nothing is remembered yet."""
    return copied("069", tmp_path, monkeypatch)


def copied(number: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Problem:
    space = scenarios_module(find(ROOT, number))
    every = space.scenarios
    monkeypatch.setattr(space, "scenarios", lambda: itertools.islice(every(), COUNT))
    for part in ("problems", "solutions"):
        shutil.copytree(ROOT / part / f"problem_{number}", folder / part / f"problem_{number}")
    return find(folder, number)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A list that has one entry for every time that the reference had to play, which is seen in this process only."""
    monkeypatch.setattr(remembered, "apart", lambda work: work())
    times: list[str] = []
    taken = remembered._Memory.taken

    def count(memory: remembered._Memory, errands: list[Errand[list[bytes]]]) -> list[bytes]:
        times.append(memory._file.name)
        return taken(memory, errands)

    monkeypatch.setattr(remembered._Memory, "taken", count)
    return times


def quiet(_: int) -> None:
    pass


def attempt_that(problem: Problem, addition: str) -> Path:
    source = problem.reference.read_text(encoding="utf-8") + f"\n\nright = solve\n\n\n{addition}\n"
    file = problem.root / "attempt.py"
    file.write_text(source, encoding="utf-8")
    return file


def test_it_is_told_of_every_scenario_and_the_reference_plays_once(problem: Problem, counted: list[str]) -> None:
    ticks: list[int] = []

    for _ in range(2):
        assert agreement(problem, problem.reference, ticks.append) == Agreement(COUNT)

    assert len(counted) == 1
    assert ticks[-1] == COUNT
    assert ticks == 2 * sorted(set(ticks))


@pytest.mark.parametrize("name", ["reference.py", "lab.py", "scenarios.py", "stub.py"])
def test_a_change_of_the_problem_makes_it_play_again(problem: Problem, counted: list[str], name: str) -> None:
    folder = problem.solutions if name == "reference.py" else problem.folder
    agreement(problem, problem.reference, quiet)
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")

    assert agreement(problem, problem.reference, quiet) == Agreement(COUNT)
    assert len(counted) == 2


def test_another_python_makes_it_play_again(
    problem: Problem, counted: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    agreement(problem, problem.reference, quiet)
    monkeypatch.setattr(sys, "version", "4.0")

    assert agreement(problem, problem.reference, quiet) == Agreement(COUNT)
    assert len(counted) == 2


@pytest.mark.parametrize(
    "damage",
    [lambda content: content[:-3], lambda content: content[:-20], lambda content: b"", lambda content: b"?" + content],
)
def test_a_damaged_file_is_made_anew(problem: Problem, counted: list[str], damage: Callable[[bytes], bytes]) -> None:
    agreement(problem, problem.reference, quiet)
    (file,) = (problem.root / remembered.FOLDER).iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage(whole))

    assert agreement(problem, problem.reference, quiet) == Agreement(COUNT)
    assert len(counted) == 2
    assert file.read_bytes() == whole


def test_a_reference_that_has_changed_is_what_counts(problem: Problem) -> None:
    before = attempt_that(problem, "")
    assert agreement(problem, before, quiet) == Agreement(COUNT)
    source = problem.reference.read_text(encoding="utf-8")
    problem.reference.write_text(source.replace("unknown tool", "no such tool"), encoding="utf-8")

    assert agreement(problem, before, quiet) is None


def test_where_nothing_can_be_kept_it_is_told_all_the_same(problem: Problem, counted: list[str]) -> None:
    (problem.root / remembered.FOLDER).write_text("in the way")

    for _ in range(2):
        assert agreement(problem, problem.reference, quiet) == Agreement(COUNT)
    assert len(counted) == 2


@pytest.mark.parametrize(
    "deed", ["return None", "while True: pass", "__import__('os')._exit(3)", "raise KeyboardInterrupt"]
)
def test_what_one_rare_script_shows_is_found_where_playing_in_step_finds_it(problem: Problem, deed: str) -> None:
    problem = replace(problem, time_limit=0.3)
    attempt = attempt_that(
        problem,
        f"def solve(script, tools, max_turns):\n    {IF_RARE}\n        {deed}\n"
        "    return right(script, tools, max_turns)",
    )

    assert agreement(problem, attempt, quiet) is None
    found = compare.played(problem, attempt, quiet)
    assert isinstance(found, Difference)
    assert found == play.compare(problem, problem.reference, attempt)
    assert found.index > 1_000


def test_another_order_of_a_dict_agrees_where_the_order_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    problem = copied("070", tmp_path, monkeypatch)
    turned = attempt_that(problem, "").with_name("turned.py")
    source = problem.reference.read_text(encoding="utf-8")
    source += "\n\nright = run_agent\n\n\ndef run_agent(task, script, *limit):\n"
    turned.write_text(source + "    return dict(reversed(list(right(task, script, *limit).items())))\n")

    assert agreement(problem, turned, quiet) is None
    assert isinstance(agreement(problem, turned, quiet, in_same_order=False), Agreement)
    assert isinstance(compare.played(problem, turned, quiet), Agreement)


def test_a_reference_that_hangs_ends_it(problem: Problem) -> None:
    problem = replace(problem, time_limit=0.3)
    source = problem.reference.read_text(encoding="utf-8") + "\n\nright = solve\n\n\n"
    source += f"def solve(script, tools, max_turns):\n    {IF_RARE}\n        while True: pass\n"
    problem.reference.write_text(f"{source}    return right(script, tools, max_turns)\n", encoding="utf-8")

    assert agreement(problem, attempt_that(problem, "pass"), quiet) is None


def test_time_that_runs_out_leaves_it_open(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    assert agreement(problem, problem.reference, quiet, seconds=0.0) is None

    def late(*_: object, **__: object) -> None:
        clock = time.monotonic() + 100.0
        monkeypatch.setattr(time, "monotonic", lambda: clock)

    monkeypatch.setattr(compare, "agreement", late)
    assert compare.played(problem, problem.reference, quiet) == compare.Unfinished(compare._FIRST_ONES)


def test_one_core_is_enough(problem: Problem, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remembered, "cores", lambda: 1)
    agreement(problem, problem.reference, quiet)
    monkeypatch.setattr(remembered, "cores", lambda: 3)

    assert agreement(problem, problem.reference, quiet) == Agreement(COUNT)
