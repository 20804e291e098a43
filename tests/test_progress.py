"""What a checkout remembers of the attempts, and that forgetting never fails a verdict."""

import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from judge.progress import Progress
from judge.standing import Score, Standing

ROOT = Path(__file__).parent.parent


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a progress file may go; the path has spaces and letters beyond ASCII."""
    folder = tmp_path / "Übung für später 練習"
    folder.mkdir()
    return folder / ".progress.sqlite"


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold, as another program would, a lock that lets nobody else read or write."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        yield


def run_at_once(code: str, path: Path, runners: int) -> None:
    """Run `code` in several processes that start together."""
    start = "import sys\nfrom pathlib import Path\nfrom judge.progress import Progress\nsys.stdin.read()\n"
    command = [sys.executable, "-c", start + code, str(path)]
    running = [subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE) for _ in range(runners)]
    for process in running:
        assert process.stdin is not None
        process.stdin.close()
    assert [process.wait() for process in running] == [0] * runners


def test_a_problem_never_tried_has_a_blank_standing(path: Path) -> None:
    progress = Progress(path)

    assert progress.of("problem_119") == Standing("problem_119")
    assert progress.all() == {}
    assert progress.take_warning() is None


def test_looking_leaves_no_file_behind(path: Path) -> None:
    progress = Progress(path)

    progress.of("problem_119")
    progress.all()

    assert not path.exists()


def test_the_first_judging_is_remembered(path: Path) -> None:
    returned = Progress(path).record("problem_119", passed=11, total=12, at=1_000.5)

    assert returned == Standing(
        "problem_119", first_run=1_000.5, attempts=1, best=Score(11, 12), last=Score(11, 12), first_solved=None
    )
    assert Progress(path).of("problem_119") == returned


def test_later_judgings_count_and_the_first_time_stays(path: Path) -> None:
    progress = Progress(path)

    for at in (1.0, 2.0, 3.0):
        progress.record("problem_119", passed=1, total=12, at=at)

    assert progress.of("problem_119").attempts == 3
    assert progress.of("problem_119").first_run == 1.0


def test_what_is_tried_out_once_it_is_solved_is_no_attempt_at_solving_it(path: Path) -> None:
    progress = Progress(path)

    for passed in (3, 12, 11, 12):
        progress.record("problem_119", passed=passed, total=12, at=1.0)

    standing = progress.of("problem_119")
    assert (standing.attempts, standing.last) == (2, Score(12, 12))


def test_the_best_score_stays_when_a_later_one_is_worse(path: Path) -> None:
    progress = Progress(path)

    progress.record("problem_119", passed=11, total=12, at=1.0)
    standing = progress.record("problem_119", passed=4, total=12, at=2.0)

    assert standing.best == Score(11, 12)
    assert standing.last == Score(4, 12)


def test_a_verdict_before_anything_could_be_judged_counts_as_an_attempt(path: Path) -> None:
    standing = Progress(path).record("problem_119", passed=0, total=12, at=1.0)

    assert standing.attempts == 1
    assert standing.best == Score(0, 12)


def test_the_time_of_the_first_solution_stays(path: Path) -> None:
    progress = Progress(path)

    progress.record("problem_119", passed=11, total=12, at=1.0)
    progress.record("problem_119", passed=12, total=12, at=2.0)
    standing = progress.record("problem_119", passed=12, total=12, at=3.0)

    assert standing.solved
    assert standing.first_solved == 2.0
    assert not standing.solved_before_but_fails_now


def test_solved_before_but_fails_now(path: Path) -> None:
    progress = Progress(path)

    progress.record("problem_119", passed=12, total=12, at=1.0)
    standing = progress.record("problem_119", passed=11, total=12, at=2.0)

    assert standing.solved
    assert standing.solved_before_but_fails_now


def test_a_revised_problem_starts_the_best_score_over_and_stays_solved(path: Path) -> None:
    progress = Progress(path)

    progress.record("problem_119", passed=12, total=12, at=1.0)
    standing = progress.record("problem_119", passed=11, total=14, at=2.0)

    assert standing.best == Score(11, 14)
    assert standing.first_solved == 1.0
    assert standing.solved_before_but_fails_now


def test_no_tests_at_all_is_not_a_solution(path: Path) -> None:
    assert not Progress(path).record("problem_119", passed=0, total=0, at=1.0).solved


def test_hints_are_counted_apart_from_attempts(path: Path) -> None:
    progress = Progress(path)

    counts = [progress.hint("problem_119"), progress.hint("problem_119")]

    assert counts == [1, 2]
    assert progress.of("problem_119") == Standing("problem_119", hints=2)


def test_a_judging_keeps_the_hints_and_a_hint_keeps_the_score(path: Path) -> None:
    progress = Progress(path)

    progress.hint("problem_119")
    progress.record("problem_119", passed=3, total=12, at=1.0)
    progress.hint("problem_119")

    assert progress.of("problem_119") == Standing("problem_119", 1.0, 1, Score(3, 12), Score(3, 12), None, hints=2)


def test_problems_are_remembered_apart(path: Path) -> None:
    progress = Progress(path)

    progress.record("problem_119", passed=3, total=12, at=1.0)
    progress.record("задача_7", passed=5, total=5, at=2.0)

    assert progress.all() == {
        "problem_119": Standing("problem_119", 1.0, 1, Score(3, 12), Score(3, 12)),
        "задача_7": Standing("задача_7", 2.0, 1, Score(5, 5), Score(5, 5), 2.0),
    }


def test_a_run_leaves_one_file_and_no_warning(path: Path) -> None:
    progress = Progress(path)

    progress.record("problem_119", passed=3, total=12, at=1.0)

    assert progress.take_warning() is None
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_a_file_deleted_between_two_judgings_is_begun_anew(path: Path) -> None:
    progress = Progress(path)
    progress.record("problem_119", passed=3, total=12, at=1.0)
    path.unlink()

    standing = progress.record("problem_119", passed=4, total=12, at=2.0)

    assert standing.attempts == 1
    assert Progress(path).of("problem_119") == standing


def test_runners_at_once_lose_no_count(path: Path) -> None:
    # The patience is long here, as a busy machine may stall any of them; what is tested is that the counts add up.
    code = """
progress = Progress(Path(sys.argv[1]), patience=60)
for _ in range(25):
    progress.record("problem_119", passed=3, total=12, at=1.0)
    progress.hint("problem_119")
assert progress.take_warning() is None
"""
    run_at_once(code, path, runners=6)

    standing = Progress(path).of("problem_119")
    assert (standing.attempts, standing.hints) == (150, 150)


def test_runners_who_find_a_damaged_file_at_once_set_it_aside_once_and_lose_no_count(path: Path) -> None:
    path.write_bytes(b"not a database" * 100)
    code = """
progress = Progress(Path(sys.argv[1]), patience=60)
for _ in range(5):
    progress.record("problem_119", passed=3, total=12, at=1.0)
"""
    run_at_once(code, path, runners=6)

    assert Progress(path).of("problem_119").attempts == 30
    assert sorted(found.name for found in path.parent.iterdir()) == [path.name, f"{path.name}.corrupt-1"]


@pytest.mark.parametrize("content", [b"not a database" * 100, b"SQLite format 3\0" + b"\xff" * 5000, bytes(4096)])
def test_a_damaged_file_is_kept_and_a_new_one_begun(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    progress = Progress(path)

    standing = progress.record("problem_119", passed=3, total=12, at=1.0)

    assert progress.take_warning() == (
        "Progress starts over: .progress.sqlite was damaged; the old file is kept as .progress.sqlite.corrupt-1."
    )
    assert path.with_name(".progress.sqlite.corrupt-1").read_bytes() == content
    assert Progress(path).of("problem_119") == standing


def test_a_damaged_file_replaces_none_that_was_kept_before(path: Path) -> None:
    path.write_bytes(b"not a database")
    path.with_name(".progress.sqlite.corrupt-1").write_bytes(b"precious")
    progress = Progress(path)

    progress.all()

    assert path.with_name(".progress.sqlite.corrupt-1").read_bytes() == b"precious"
    assert path.with_name(".progress.sqlite.corrupt-2").read_bytes() == b"not a database"
    assert "kept as .progress.sqlite.corrupt-2." in (progress.take_warning() or "")


@pytest.mark.parametrize(
    "damage", ["attempts = 'many'", f"attempts = {2**63 - 1}", "hints = -1", "first_run = 'noon'", "best_passed = NULL"]
)
def test_a_value_that_was_never_written_is_damage(path: Path, damage: str) -> None:
    Progress(path).record("problem_119", passed=3, total=12, at=1.0)
    execute(path, f"UPDATE standing SET {damage}")
    progress = Progress(path)

    standing = progress.record("problem_119", passed=4, total=12, at=2.0)

    assert standing.attempts == 1
    assert (progress.take_warning() or "").startswith("Progress starts over: ")


def test_no_flipped_bytes_and_no_cut_off_end_raise(path: Path) -> None:
    for number in range(30):
        Progress(path).record(f"problem_{number}", passed=number % 13, total=12, at=1.0)
    sound = path.read_bytes()
    chance = random.Random(119)

    for trial in range(300):
        damaged = bytearray(sound[: chance.randrange(len(sound))] if trial % 3 == 0 else sound)
        for _ in range(min(trial % 3 * 4, len(damaged))):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        path.write_bytes(damaged)

        standing = Progress(path, patience=0).record("problem_7", passed=5, total=12, at=2.0)

        assert standing.attempts >= 1


def test_a_damaged_file_that_cannot_be_moved_is_said_and_left(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    path.write_bytes(b"not a database")
    monkeypatch.setattr(os, "replace", refuse)
    progress = Progress(path)

    progress.record("problem_119", passed=3, total=12, at=1.0)

    assert progress.take_warning() == (
        "Progress was not saved: .progress.sqlite is damaged and could not be set aside; delete it and run again."
    )
    assert path.read_bytes() == b"not a database"


def test_a_locked_file_costs_the_count_and_not_the_verdict(path: Path) -> None:
    Progress(path).hint("problem_119")
    progress = Progress(path, patience=0)

    with locked(path):
        standing = progress.record("problem_119", passed=3, total=12, at=1.0)

    assert standing.last == Score(3, 12)
    assert progress.take_warning() == (
        "Progress was not saved: .progress.sqlite is locked by another program; "
        "close that program, and the next run is counted again."
    )
    assert Progress(path).of("problem_119") == Standing("problem_119", hints=1)


def test_a_locked_file_cannot_be_read(path: Path) -> None:
    Progress(path).hint("problem_119")
    progress = Progress(path, patience=0)

    with locked(path):
        standing = progress.of("problem_119")

    assert standing == Standing("problem_119")
    assert (progress.take_warning() or "").startswith("Progress was not read: .progress.sqlite is locked")


def test_counting_goes_on_when_the_lock_is_gone(path: Path) -> None:
    Progress(path).hint("problem_119")
    progress = Progress(path, patience=0)
    with locked(path):
        progress.hint("problem_119")
    progress.take_warning()

    assert progress.hint("problem_119") == 2
    assert progress.take_warning() is None


def test_a_warning_is_given_once_for_several_failures(path: Path) -> None:
    path.mkdir()
    progress = Progress(path)

    progress.record("problem_119", passed=3, total=12, at=1.0)
    progress.hint("problem_119")

    assert progress.take_warning() is not None
    assert progress.take_warning() is None


def test_a_folder_in_its_place_is_said(path: Path) -> None:
    path.mkdir()
    progress = Progress(path)

    standing = progress.record("problem_119", passed=12, total=12, at=1.0)

    assert standing.solved
    assert progress.all() == {}
    assert progress.take_warning() == (
        "Progress was not saved: .progress.sqlite is a folder; move it away and run again."
    )


def test_a_missing_folder_is_said(path: Path) -> None:
    progress = Progress(path.parent / "gone" / ".progress.sqlite")

    assert progress.hint("problem_119") == 1
    assert progress.take_warning() == (
        "Progress was not saved: .progress.sqlite cannot be opened or written; "
        "check its permissions and those of its folder."
    )


def refuse_writing(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """Make every connection refuse to write, with SQLite's own error: root may write to read-only files."""
    connect = sqlite3.connect

    def connect_and_restrict(*arguments: Any, **options: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.execute(how)
        return connection

    monkeypatch.setattr(sqlite3, "connect", connect_and_restrict)


def test_a_file_that_may_only_be_read_is_read_and_the_count_said_to_be_lost(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Progress(path).record("problem_119", passed=3, total=12, at=1.0)
    refuse_writing(monkeypatch, "PRAGMA query_only = ON")
    progress = Progress(path)

    standing = progress.record("problem_119", passed=4, total=12, at=2.0)

    assert standing.attempts == 2
    assert progress.take_warning() == (
        "Progress was not saved: .progress.sqlite cannot be opened or written; "
        "check its permissions and those of its folder."
    )
    assert progress.of("problem_119").attempts == 1
    assert progress.take_warning() is None


def test_a_full_disk_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_writing(monkeypatch, "PRAGMA max_page_count = 1")
    progress = Progress(path)

    progress.record("problem_119", passed=3, total=12, at=1.0)

    assert progress.take_warning() == (
        "Progress was not saved: the disk is full; free some space, and the next run is counted again."
    )


def test_a_write_that_the_system_cuts_off_is_said_and_undone(path: Path) -> None:
    pytest.importorskip("resource")
    Progress(path).record("problem_119", passed=3, total=12, at=1.0)
    code = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
progress = Progress(Path(sys.argv[1]))
progress.record("problem_119", passed=4, total=12, at=2.0)
assert progress.take_warning().startswith("Progress was not saved: ")
"""
    run_at_once(code, path, runners=1)

    assert Progress(path).of("problem_119").last == Score(3, 12)


def test_a_newer_file_is_left_as_it_is(path: Path) -> None:
    execute(path, "CREATE TABLE future (x)", "PRAGMA user_version = 2")
    before = path.read_bytes()
    progress = Progress(path)

    progress.record("problem_119", passed=3, total=12, at=1.0)

    assert progress.take_warning() == (
        "Progress was not saved: .progress.sqlite was written by a newer version of this practice bank; "
        "update this copy with `git pull`."
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [0, -1])
def test_a_database_of_something_else_is_left_as_it_is(path: Path, version: int) -> None:
    execute(path, "CREATE TABLE accounts (x)", f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    progress = Progress(path)

    progress.record("problem_119", passed=3, total=12, at=1.0)

    assert progress.take_warning() == (
        "Progress was not saved: .progress.sqlite is not a progress file of this practice bank; "
        "move it away and run again."
    )
    assert path.read_bytes() == before


def test_an_empty_file_is_filled(path: Path) -> None:
    path.touch()

    Progress(path).hint("problem_119")

    assert Progress(path).of("problem_119").hints == 1


def test_a_file_with_the_right_version_and_other_tables_is_said(path: Path) -> None:
    execute(path, "CREATE TABLE accounts (x)", "PRAGMA user_version = 1")
    progress = Progress(path)

    progress.hint("problem_119")

    assert progress.take_warning() == (
        "Progress was not saved: .progress.sqlite cannot be used (no such table: standing); move it away and run again."
    )


def test_a_python_without_sqlite_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    progress = Progress(path)

    assert progress.hint("problem_119") == 1
    assert progress.take_warning() == (
        "Progress was not saved: this Python was built without sqlite3; use one that has it."
    )


def test_importing_the_module_does_not_load_sqlite(path: Path) -> None:
    run_at_once("assert 'sqlite3' not in sys.modules", path, runners=1)


@pytest.mark.skipif(sys.platform == "win32", reason="there, an open file cannot be moved, so no lock is needed")
def test_a_file_in_use_is_not_moved(path: Path) -> None:
    path.write_bytes(b"not a database")
    progress = Progress(path, patience=0)
    hold = "import fcntl, os, sys\nfcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_SH)\nprint(flush=True)"
    command = [sys.executable, "-c", f"{hold}\nsys.stdin.read()", str(path.parent)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as user:
        assert user.stdout is not None
        user.stdout.readline()

        progress.hint("problem_119")

        assert path.read_bytes() == b"not a database"
        user.communicate()
    assert (progress.take_warning() or "").startswith("Progress was not saved: .progress.sqlite is locked")
