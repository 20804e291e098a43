"""The list of problems, and what it remembers."""

import sqlite3
import time
from pathlib import Path

import pytest

from judge.listing import duration
from judge.progress import FILE_NAME, Progress
from tests.support import SOLVED, assert_golden, attempt_at, runner, write_attempt

HOUR = 3600.0


def record(checkout: Path, problem: str, *passed: int, total: int, hours_ago: float) -> None:
    """Remember one run each that passed so many tests; each an hour after the one before."""
    progress = Progress(checkout / FILE_NAME)
    for number, score in enumerate(passed):
        progress.record(problem, passed=score, total=total, at=time.time() - (hours_ago - number) * HOUR)


def test_the_list_shows_parts_needs_and_where_to_begin(untouched: Path) -> None:
    finished = runner(untouched)

    assert (finished.status, finished.err) == (0, "")
    assert_golden("list_fresh", finished.out)


def test_what_is_worth_the_last_hour_bears_a_star(checkout: Path) -> None:
    front = checkout / "problems/problem_002/problem.toml"
    front.write_text(front.read_text(encoding="utf-8") + "essential = true\n", encoding="utf-8")

    lines = runner(checkout).out.splitlines()

    assert "         medium   10 min ★  needs 001" in lines
    assert "★ With about an hour left before an interview: 002 (10 min)." in lines


def test_the_path_is_not_promised_where_something_needs_what_stands_below(checkout: Path) -> None:
    front = checkout / "problems/problem_001/problem.toml"
    text = front.read_text(encoding="utf-8")
    front.write_text(text.replace("needs = []", 'needs = ["002"]'), encoding="utf-8")

    assert "From the top down" not in runner(checkout).out


def test_looking_at_the_list_leaves_no_file_behind(checkout: Path) -> None:
    before = sorted(checkout.rglob("*"))

    runner(checkout, PYTHONDONTWRITEBYTECODE="1")

    assert sorted(checkout.rglob("*")) == before


def test_the_list_shows_what_is_solved_and_what_is_begun(checkout: Path) -> None:
    record(checkout, "problem_001", 0, 7, 10, total=10, hours_ago=9)
    record(checkout, "problem_002", 0, 4, 3, total=6, hours_ago=3)
    Progress(checkout / FILE_NAME).hint("problem_002")

    finished = runner(checkout)

    assert_golden("list_with_progress", finished.out)


def test_the_list_marks_what_was_solved_and_fails_now(checkout: Path) -> None:
    record(checkout, "problem_001", 10, 9, total=10, hours_ago=9)

    finished = runner(checkout)

    assert_golden("list_with_a_relapse", finished.out)


def test_the_list_of_one_who_has_solved_everything(checkout: Path) -> None:
    record(checkout, "problem_001", 10, total=10, hours_ago=9)
    record(checkout, "problem_002", 6, total=6, hours_ago=9)

    finished = runner(checkout)

    assert_golden("list_all_solved", finished.out)


def test_next_is_a_problem_whose_needs_are_met(checkout: Path) -> None:
    record(checkout, "problem_001", 10, total=10, hours_ago=9)

    finished = runner(checkout)

    assert finished.out.splitlines()[-1] == "1 of 2 solved.  Next: python runner.py 002"


def test_what_was_solved_of_problems_that_are_gone_does_not_count(checkout: Path) -> None:
    record(checkout, "problem_777", 10, total=10, hours_ago=9)

    finished = runner(checkout)

    assert finished.out.splitlines()[-1].startswith("0 of 2 solved.")


def test_a_run_of_the_command_is_remembered(checkout: Path) -> None:
    record(checkout, "problem_001", 3, total=10, hours_ago=1)
    write_attempt(checkout, SOLVED)

    runner(checkout, "1")

    standing = Progress(checkout / FILE_NAME).of("problem_001")
    assert (standing.attempts, standing.solved, standing.best) == (2, True, (10, 10))


def test_a_damaged_progress_file_stops_no_verdict(checkout: Path) -> None:
    write_attempt(checkout, SOLVED)
    (checkout / FILE_NAME).write_bytes(b"no database" * 99)

    finished = runner(checkout, "1")

    assert finished.status == 0
    assert "10 of 10 passed" in finished.out
    assert finished.err.count("\n") == 1 and "was damaged; the old file is kept as" in finished.err


def test_a_damaged_progress_file_stops_no_list(checkout: Path) -> None:
    (checkout / FILE_NAME).write_bytes(b"no database" * 99)

    finished = runner(checkout)

    assert finished.status == 0
    assert "001  One turn" in finished.out
    assert finished.err.count("\n") == 1


@pytest.mark.parametrize("typed", [["1"], []], ids=["verdict", "list"])
def test_a_locked_progress_file_stops_nothing(checkout: Path, typed: list[str]) -> None:
    write_attempt(checkout, SOLVED)
    record(checkout, "problem_001", 10, total=10, hours_ago=1)
    held = sqlite3.connect(checkout / FILE_NAME, isolation_level=None)
    held.execute("BEGIN EXCLUSIVE")

    finished = runner(checkout, *typed)

    held.close()
    assert finished.status == 0
    assert "One turn" in finished.out
    assert finished.err.count("\n") == 1 and "is locked by another program" in finished.err


def test_one_problem_folder_that_cannot_be_read_is_told_with_the_file(checkout: Path) -> None:
    (checkout / "problems/problem_002/problem.toml").write_text("title =", encoding="utf-8")

    finished = runner(checkout)

    assert finished.status == 2
    assert "problems/problem_002/problem.toml cannot be read" in finished.err
    assert "Traceback" not in finished.err


def test_one_problem_folder_that_cannot_be_read_costs_no_other_its_verdict(checkout: Path) -> None:
    (checkout / "problems/problem_002/problem.toml").write_text("title =", encoding="utf-8")
    write_attempt(checkout, SOLVED)

    finished = runner(checkout, "1")

    assert finished.status == 0
    assert attempt_at(checkout).exists()


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (-5, "0 s"),
        (0, "0 s"),
        (89, "89 s"),
        (90, "2 min"),
        (89 * 60, "89 min"),
        (90 * 60, "2 h"),
        (35 * HOUR, "35 h"),
        (36 * HOUR, "2 days"),
        (400 * 24 * HOUR, "400 days"),
    ],
)
def test_durations_are_told_as_people_say_them(seconds: float, said: str) -> None:
    assert duration(seconds) == said
