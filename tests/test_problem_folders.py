"""Every problem folder is complete, and its spec, tests, mistakes, alternatives and scenarios bear each other out."""

import ast
import doctest
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from judge.problem import PARTS, Problem, every
from tests.examine import solutions

ROOT = Path(__file__).resolve().parent.parent
PROBLEMS = every(ROOT)
HEADINGS = ["Situation", "Task", "Contract", "Rules", "Examples", "In the wild", "Follow-ups"]

each_problem = pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)


@pytest.fixture(scope="module")
def found() -> Iterator[Callable[[Problem], dict[str, Any]]]:
    """A function from a problem to what `tests.examine` found; all problems are examined side by side."""
    running = {
        problem.name: subprocess.Popen(
            [sys.executable, "-m", "tests.examine", problem.name],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        for problem in PROBLEMS
    }
    known: dict[str, dict[str, Any]] = {}

    def look_up(problem: Problem) -> dict[str, Any]:
        if problem.name not in known:
            output, _ = running[problem.name].communicate()
            assert running[problem.name].returncode == 0
            known[problem.name] = json.loads(output)
        return known[problem.name]

    yield look_up
    for name in running.keys() - known.keys():
        running[name].kill()
        running[name].communicate()


def test_the_bank_covers_the_loop_the_dict_contract_and_the_budgets() -> None:
    assert {problem.number for problem in PROBLEMS} >= {"005", "069", "070", "119"}


@each_problem
def test_the_folders_are_complete(problem: Problem) -> None:
    wanted = [
        problem.spec,
        problem.stub,
        problem.tests,
        problem.folder / "problem.toml",
        problem.folder / "scenarios.py",
    ]
    wanted += [problem.solutions / "reference.py", problem.solutions / "notes.md"]

    assert [path.name for path in wanted if not path.is_file()] == []
    assert len(solutions(problem, "alternatives")) >= 3
    assert len(solutions(problem, "mistakes")) >= 8


@each_problem
def test_the_front_matter_is_sound(problem: Problem) -> None:
    assert problem.part in PARTS
    assert problem.difficulty in ("easy", "medium", "hard")
    assert 5 <= problem.minutes <= 120
    assert len(problem.hints) >= 3
    assert all(hint.strip() for hint in problem.hints)
    assert set(problem.needs) <= {other.number for other in PROBLEMS}
    assert problem.number not in problem.needs


@each_problem
def test_the_spec_has_its_sections_in_order(problem: Problem) -> None:
    text = problem.spec.read_text(encoding="utf-8")

    assert text.startswith(f"# {problem.number} · {problem.title}\n")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS


@each_problem
def test_a_rule_opens_with_a_sentence_that_fits_a_verdict(problem: Problem) -> None:
    assert list(problem.rules) == [f"R{number}" for number in range(1, len(problem.rules) + 1)]
    assert {rule.id: rule.text for rule in problem.rules.values() if len(rule.text) > 72} == {}


@each_problem
def test_every_example_of_the_spec_is_true_and_is_a_test(problem: Problem) -> None:
    text = problem.spec.read_text(encoding="utf-8")
    names = vars(_module(problem.solutions / "reference.py", problem)).copy()
    if (problem.folder / "lab.py").is_file():
        names = {**vars(importlib.import_module(f"problems.{problem.name}.lab")), **names}
    numbers = re.findall(r"^### Example (\d+): ", text, re.MULTILINE)
    blocks = re.findall(r"^```python\n(>>> .*?)^```", text, re.MULTILINE | re.DOTALL)
    tests = problem.tests.read_text(encoding="utf-8")

    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]
    assert len(blocks) >= len(numbers) > 0
    assert [number for number in numbers if f"def test_example_{number}_" not in tests] == []
    for position, block in enumerate(blocks, start=1):
        example = doctest.DocTestParser().get_doctest(block, dict(names), f"block {position}", None, 0)
        runner = doctest.DocTestRunner(verbose=False)
        runner.run(example)
        assert runner.failures == 0, f"{problem.spec}, python block {position}"


@each_problem
def test_every_rule_has_a_test_and_a_mistake_and_every_test_a_rule(
    problem: Problem, found: Callable[[Problem], dict[str, Any]]
) -> None:
    tested = [test["rule"] for test in found(problem)["verdicts"]["reference.py"]["tests"]]
    broken = {rule for mistake in solutions(problem, "mistakes") for rule in _breaks(mistake)}

    assert set(tested) == set(problem.rules)
    assert broken == set(problem.rules)


@each_problem
def test_the_reference_and_the_alternatives_pass(problem: Problem, found: Callable[[Problem], dict[str, Any]]) -> None:
    verdicts = found(problem)["verdicts"]
    right = {name: verdict for name, verdict in verdicts.items() if not name.startswith(("mistakes/", "stub"))}

    assert len(right) >= 4
    assert {name: _failed(verdict) for name, verdict in right.items() if verdict["status"] != "pass"} == {}


@each_problem
def test_the_stub_passes_nothing_and_says_that_it_is_not_written(
    problem: Problem, found: Callable[[Problem], dict[str, Any]]
) -> None:
    verdict = found(problem)["verdicts"]["stub.py"]

    assert verdict["passed"] == 0
    assert [test["name"] for test in verdict["tests"] if "is not written yet." not in test["message"]] == []


@each_problem
def test_every_mistake_fails_under_each_rule_that_it_breaks(
    problem: Problem, found: Callable[[Problem], dict[str, Any]]
) -> None:
    verdicts = found(problem)["verdicts"]
    missed = {
        mistake.name: [
            rule for rule in _breaks(mistake) if rule not in _failed(verdicts[f"mistakes/{mistake.name}"]).values()
        ]
        for mistake in solutions(problem, "mistakes")
    }

    assert {name: rules for name, rules in missed.items() if rules} == {}


@each_problem
def test_mistakes_and_alternatives_say_in_one_sentence_what_they_are(problem: Problem) -> None:
    for file in [*solutions(problem, "mistakes"), *solutions(problem, "alternatives")]:
        sentence = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
        assert re.fullmatch(r"[^\n]{10,200}\.", " ".join(sentence.split())), file


@each_problem
def test_the_reference_plays_all_scenarios_and_the_alternatives_agree(
    problem: Problem, found: Callable[[Problem], dict[str, Any]]
) -> None:
    played = found(problem)["scenarios"]

    assert played["count"] >= 1_000
    assert [name for name in played["differs"] if name.startswith("alternatives/")] == []


@each_problem
def test_every_mistake_is_told_apart_by_some_scenario(
    problem: Problem, found: Callable[[Problem], dict[str, Any]]
) -> None:
    assert [name for name in found(problem)["scenarios"]["agree"] if name.startswith("mistakes/")] == []


@each_problem
def test_what_the_candidate_reads_never_imports_a_solution(problem: Problem) -> None:
    for file in problem.folder.glob("*.py"):
        assert not re.search(r"^\s*(from|import) solutions", file.read_text(encoding="utf-8"), re.MULTILINE), file


def _breaks(mistake: Path) -> list[str]:
    for node in ast.parse(mistake.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "BREAKS":
            return [str(rule) for rule in ast.literal_eval(node.value)]
    raise AssertionError(f"{mistake} has no BREAKS")


def _failed(verdict: dict[str, Any]) -> dict[str, str]:
    return {test["name"]: test["rule"] for test in verdict["tests"] if test["status"] != "pass"}


def _module(path: Path, problem: Problem) -> Any:
    from judge.loading import load, public_names

    return load(path, public_names(problem.stub))
