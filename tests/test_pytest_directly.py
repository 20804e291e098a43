"""`pytest problems/problem_001`, for those who live in an editor: the same outcomes as the judge's."""

import shutil
import xml.etree.ElementTree
from pathlib import Path

import pytest

from tests.support import LOST, SOLVED, SOLVED_RUN, TOY, Finished, python, runner, verdicts_in, write_attempt

# One test of the first attempt gets a wrong value and one an exception; the second has only one of its two functions.
HALF_RIGHT = LOST.replace("    if reply.", "    assert reply != 'call', 'not this one'\n    if reply.")
HALF_WRITTEN = SOLVED_RUN.replace("def run(", "def rum(")


@pytest.fixture(scope="module")
def started(untouched: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout in which both problems are begun and judged; the verdicts are in the file `verdicts`."""
    checkout = Path(shutil.copytree(untouched, tmp_path_factory.mktemp("started") / "Übung 1"))
    write_attempt(checkout, HALF_RIGHT)
    write_attempt(checkout, HALF_WRITTEN, "problem_002")
    assert runner(checkout, "1", "2", "--json", checkout / "verdicts").status == 1
    return checkout


def run_pytest(cwd: Path, *arguments: str | Path, only_installed: bool = False) -> Finished:
    """Run pytest in `cwd`; `only_installed` keeps `cwd` off the path for imports, as the bare command `pytest` does."""
    return python(*(["-P"] if only_installed else []), "-m", "pytest", "-p", "no:cacheprovider", *arguments, cwd=cwd)


def outcomes(report: Path) -> dict[str, str]:
    """Return the status of every test by its name, from a JUnit file that pytest wrote."""
    words = {"failure": "fail", "error": "error", "skipped": "skip"}
    return {
        case.attrib["name"]: next((words[child.tag] for child in case if child.tag in words), "pass")
        for case in xml.etree.ElementTree.parse(report).iter("testcase")
    }


def judged(checkout: Path) -> dict[str, str]:
    """Return the status of every test by its name, from the verdicts of the judge."""
    return {test["name"]: test["status"] for verdict in verdicts_in(checkout / "verdicts") for test in verdict["tests"]}


def test_pytest_from_the_checkout_gives_the_outcomes_of_the_judge(started: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.xml"

    finished = run_pytest(started, "problems/problem_001", "problems/problem_002", f"--junit-xml={report}")

    assert finished.status == 1
    assert outcomes(report) == judged(started)
    assert sorted(set(judged(started).values())) == ["fail", "pass"]


def test_the_bare_command_from_another_folder_gives_the_same(started: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.xml"

    finished = run_pytest(tmp_path, started / "problems", f"--junit-xml={report}", only_installed=True)

    assert finished.status == 1
    assert outcomes(report) == judged(started)


def test_what_fails_names_its_rule_in_full(started: Path) -> None:
    finished = run_pytest(started, "problems/problem_001")

    assert "R1, spec.md line 25" in finished.out
    assert 'A reply that is no tool call ends the run. `stop_reason` is `"final"`' in finished.out
    assert "2 failed, 8 passed" in finished.out


def test_an_attempt_that_passes_passes_without_a_warning(checkout: Path) -> None:
    write_attempt(checkout, SOLVED)

    finished = run_pytest(checkout, "problems/problem_001")

    assert finished.status == 0
    assert "10 passed" in finished.out and "warning" not in finished.out


def test_solution_chooses_another_file(untouched: Path) -> None:
    finished = run_pytest(
        untouched, "problems/problem_002", "--solution", TOY / "solutions/problem_002/mistakes/forgets_the_replies.py"
    )

    assert finished.status == 1
    assert "1 failed, 5 passed" in finished.out


def test_a_file_that_cannot_be_loaded_is_told_in_the_words_of_the_judge(checkout: Path) -> None:
    write_attempt(checkout, "def one_turn(reply, step, max_steps)\n")

    finished = run_pytest(checkout, "problems/problem_001")

    assert "attempt.py, line 1: expected ':'" in finished.out
    assert "10 errors" in finished.out
    assert "Traceback" not in finished.out


def test_a_problem_not_begun_is_told_as_such(untouched: Path) -> None:
    finished = run_pytest(untouched, "problems/problem_001")

    assert finished.status == 1
    assert "attempt.py does not exist" in finished.out
