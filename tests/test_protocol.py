"""The shorter way to run a test: the same outcome as pytest's own, and left to pytest where it would not be."""

import json
from pathlib import Path
from typing import Any

from tests.support import SOLVED, make_checkout, python, write_attempt

TESTS = """
import pytest

TRIED = []


@pytest.fixture
def doubled(request):
    yield request.param * 2
    TRIED.append("torn down")


@pytest.mark.rule("R1")
def test_passes(solution):
    assert solution.one_turn("done", 1, 3)["steps"] == 1


@pytest.mark.rule("R1")
@pytest.mark.parametrize(("reply", "step"), [("done", 1), ("call x", 2)])
def test_parameters(solution, reply, step):
    assert solution.one_turn(reply, step, 3)["steps"] == step


@pytest.mark.rule("R1")
def test_fails(solution):
    assert solution.one_turn("done", 1, 3)["steps"] == 2


@pytest.mark.rule("R1")
def test_raises(solution):
    solution.one_turn("done", 9, 3)


@pytest.mark.rule("R1")
def test_takes_a_fixture(solution, monkeypatch):
    monkeypatch.setenv("SET", "1")


@pytest.mark.rule("R1")
@pytest.mark.parametrize("doubled", [4], indirect=True)
def test_goes_through_a_fixture(solution, doubled):
    assert doubled == 8


@pytest.mark.rule("R1")
def test_takes_a_fixture_and_too_long(solution, monkeypatch):
    solution.one_turn("done", 1, 3)
    while True:
        pass


@pytest.mark.rule("R1")
def test_after_the_fixture(solution):
    assert TRIED == ["torn down"]


@pytest.mark.rule("R1")
def test_without_the_solution():
    pass


@pytest.mark.rule("R1")
@pytest.mark.skip
def test_skipped(solution):
    pass


@pytest.mark.rule("R1")
@pytest.mark.xfail(strict=True)
def test_expected_to_fail(solution):
    assert False
"""


def outcomes(checkout: Path) -> dict[str, Any]:
    file = checkout / "verdicts.jsonl"
    python("runner.py", "1", "--json", file, cwd=checkout)
    (line,) = file.read_text(encoding="utf-8").splitlines()
    return {test["name"]: (test["status"], test["message"]) for test in json.loads(line)["tests"]}


def test_outcomes_are_those_of_pytests_own_way(tmp_path: Path) -> None:
    found = []
    for way in ("shorter", "own"):
        checkout = make_checkout(tmp_path / way)
        (checkout / "problems/problem_001/test_solution.py").write_text(TESTS, encoding="utf-8")
        write_attempt(checkout, SOLVED)
        if way == "own":
            with (checkout / "judge/protocol.py").open("a", encoding="utf-8") as module:
                module.write("\n\ndef pytest_runtest_protocol() -> None:\n    return None\n")
        found.append(outcomes(checkout))
    shorter, own = found
    assert shorter == own
    assert {name: status for name, (status, _) in shorter.items() if status != "pass"} == {
        "test_fails": "fail",
        "test_raises": "fail",
        "test_takes_a_fixture_and_too_long": "error",
        "test_skipped": "error",
        "test_expected_to_fail": "fail",
    }
