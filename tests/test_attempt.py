"""The candidate's own file: made once, kept for ever."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from judge.attempt import ensure_attempt, is_unedited, reset_attempt
from judge.faults import UserError

STUB = b'"""Solve it here."""\n\n\ndef solve():\n    raise NotImplementedError\n'
ROOT = Path(__file__).parent.parent


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A problem folder whose path has spaces and letters beyond ASCII, and a stub in it."""
    made = tmp_path / "Übung für später" / "problems" / "problem_119"
    made.mkdir(parents=True)
    (made / "stub.py").write_bytes(STUB)
    return made


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def run_at_once(code: str, folder: Path, runners: int = 6) -> list[str]:
    """Run `code` in several processes that start together; return what each printed."""
    command = [
        sys.executable,
        "-c",
        f"import sys\nfrom pathlib import Path\nfrom judge.attempt import *\nsys.stdin.read()\n{code}",
        str(folder),
    ]
    running = [
        subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(runners)
    ]
    for process in running:
        assert process.stdin is not None
        process.stdin.close()
        process.stdin = None
    printed = [process.communicate()[0].strip() for process in running]
    assert [process.returncode for process in running] == [0] * runners
    return printed


def test_the_first_run_makes_the_attempt_from_the_stub(folder: Path) -> None:
    made = ensure_attempt(folder)

    assert made
    assert (folder / "attempt.py").read_bytes() == STUB


def test_nothing_else_is_left_in_the_folder(folder: Path) -> None:
    ensure_attempt(folder)

    assert names(folder) == ["attempt.py", "stub.py"]


def test_an_existing_attempt_is_left_alone(folder: Path) -> None:
    (folder / "attempt.py").write_bytes(b"mine = 1\n")

    made = ensure_attempt(folder)

    assert not made
    assert (folder / "attempt.py").read_bytes() == b"mine = 1\n"


def test_an_empty_attempt_is_left_alone(folder: Path) -> None:
    (folder / "attempt.py").touch()

    assert not ensure_attempt(folder)
    assert (folder / "attempt.py").read_bytes() == b""


def test_an_attempt_may_be_written_even_if_the_stub_may_not(folder: Path) -> None:
    (folder / "stub.py").chmod(0o444)

    ensure_attempt(folder)

    assert (folder / "attempt.py").stat().st_mode & 0o200


def test_an_attempt_that_is_a_link_to_a_file_is_an_attempt(folder: Path) -> None:
    (folder / "elsewhere.py").write_bytes(b"mine = 1\n")
    (folder / "attempt.py").symlink_to("elsewhere.py")

    assert not ensure_attempt(folder)


def test_an_attempt_that_appears_meanwhile_is_not_overwritten(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    link = os.link

    def link_too_late(source: Path, target: Path) -> None:
        target.write_bytes(b"mine = 1\n")
        link(source, target)

    monkeypatch.setattr(os, "link", link_too_late)

    made = ensure_attempt(folder)

    assert not made
    assert (folder / "attempt.py").read_bytes() == b"mine = 1\n"
    assert names(folder) == ["attempt.py", "stub.py"]


def test_a_file_system_without_links_serves_too(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_links(source: Path, target: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)

    assert ensure_attempt(folder)
    assert (folder / "attempt.py").read_bytes() == STUB
    assert names(folder) == ["attempt.py", "stub.py"]


def test_of_several_first_runs_at_once_one_makes_the_attempt(folder: Path) -> None:
    printed = run_at_once("print(ensure_attempt(Path(sys.argv[1])))", folder)

    assert sorted(printed) == ["False"] * 5 + ["True"]
    assert (folder / "attempt.py").read_bytes() == STUB
    assert names(folder) == ["attempt.py", "stub.py"]


def test_a_folder_in_place_of_the_attempt_is_reported(folder: Path) -> None:
    (folder / "attempt.py").mkdir()

    with pytest.raises(UserError) as caught:
        ensure_attempt(folder)

    assert str(caught.value) == "problems/problem_119/attempt.py is a folder; move it away and run again."


def test_a_link_that_leads_nowhere_is_reported(folder: Path) -> None:
    (folder / "attempt.py").symlink_to("gone.py")

    with pytest.raises(UserError) as caught:
        ensure_attempt(folder)

    assert str(caught.value) == "problems/problem_119/attempt.py is a link that leads nowhere; remove it and run again."
    assert not (folder / "gone.py").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such pipes")
def test_a_pipe_in_place_of_the_attempt_is_reported(folder: Path) -> None:
    os.mkfifo(folder / "attempt.py")

    with pytest.raises(UserError, match=r"attempt\.py is not an ordinary file; move it away and run again\.$"):
        ensure_attempt(folder)


def test_a_missing_stub_is_reported_with_how_to_restore_it(folder: Path) -> None:
    (folder / "stub.py").unlink()

    with pytest.raises(UserError) as caught:
        ensure_attempt(folder)

    assert str(caught.value) == (
        "problems/problem_119/stub.py cannot be read (No such file or directory); "
        "restore it with `git checkout -- problems/problem_119/stub.py`."
    )


def test_a_full_disk_is_reported(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, content: bytes) -> None:
        path.touch()
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)

    with pytest.raises(UserError) as caught:
        ensure_attempt(folder)

    assert str(caught.value) == (
        "problems/problem_119/attempt.py cannot be written (No space left on device); "
        "check the permissions of its folder and the space on the disk."
    )
    assert names(folder) == ["stub.py"]


def test_starting_over_keeps_the_old_attempt_and_puts_a_fresh_stub(folder: Path) -> None:
    (folder / "attempt.py").write_bytes(b"mine = 1\n")

    kept = reset_attempt(folder)

    assert kept == folder / "attempt-1.py"
    assert kept.read_bytes() == b"mine = 1\n"
    assert (folder / "attempt.py").read_bytes() == STUB
    assert names(folder) == ["attempt-1.py", "attempt.py", "stub.py"]


def test_starting_over_without_an_attempt_just_makes_one(folder: Path) -> None:
    assert reset_attempt(folder) is None
    assert names(folder) == ["attempt.py", "stub.py"]


def test_starting_over_again_takes_the_next_free_name(folder: Path) -> None:
    (folder / "attempt-1.py").write_bytes(b"first\n")
    (folder / "attempt-2.py").symlink_to("gone.py")
    (folder / "attempt-3.py").mkdir()
    (folder / "attempt.py").write_bytes(b"fourth\n")

    kept = reset_attempt(folder)

    assert kept == folder / "attempt-4.py"
    assert kept.read_bytes() == b"fourth\n"
    assert (folder / "attempt-1.py").read_bytes() == b"first\n"


def test_starting_over_moves_a_link_and_not_what_it_leads_to(folder: Path) -> None:
    (folder / "elsewhere.py").write_bytes(b"mine = 1\n")
    (folder / "attempt.py").symlink_to("elsewhere.py")

    kept = reset_attempt(folder)

    assert kept is not None and kept.is_symlink()
    assert (folder / "elsewhere.py").read_bytes() == b"mine = 1\n"
    assert (folder / "attempt.py").read_bytes() == STUB


def test_starting_over_without_a_stub_moves_nothing(folder: Path) -> None:
    (folder / "attempt.py").write_bytes(b"mine = 1\n")
    (folder / "stub.py").unlink()

    with pytest.raises(UserError):
        reset_attempt(folder)

    assert names(folder) == ["attempt.py"]


def test_a_move_that_fails_leaves_the_attempt_where_it_was(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(source: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    (folder / "attempt.py").write_bytes(b"mine = 1\n")
    monkeypatch.setattr(os, "replace", refuse)

    with pytest.raises(UserError, match="Permission denied"):
        reset_attempt(folder)

    assert (folder / "attempt.py").read_bytes() == b"mine = 1\n"
    assert names(folder) == ["attempt.py", "stub.py"]


def test_an_attempt_that_another_run_has_just_moved_is_none_of_ours(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replace = os.replace

    def moved_first(source: Path, target: Path) -> None:
        Path(source).rename(folder / "attempt-9.py")
        replace(source, target)

    (folder / "attempt.py").write_bytes(b"mine = 1\n")
    monkeypatch.setattr(os, "replace", moved_first)

    assert reset_attempt(folder) is None
    assert names(folder) == ["attempt-9.py", "attempt.py", "stub.py"]


def test_starting_over_several_times_at_once_loses_no_attempt(folder: Path) -> None:
    (folder / "attempt.py").write_bytes(b"mine = 1\n")

    printed = run_at_once("print(reset_attempt(Path(sys.argv[1])))", folder)

    kept = [Path(line) for line in printed if line != "None"]
    assert len(set(kept)) == len(kept)
    assert sorted(kept) == sorted(folder.glob("attempt-*.py"))
    assert [path.read_bytes() for path in kept].count(b"mine = 1\n") == 1
    assert (folder / "attempt.py").read_bytes() == STUB


@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param(STUB, id="the same"),
        pytest.param(STUB.replace(b"\n", b"\r\n"), id="Windows line ends"),
        pytest.param(STUB.replace(b"\n", b"\r"), id="old Mac line ends"),
        pytest.param(b"\xef\xbb\xbf" + STUB, id="byte order mark"),
        pytest.param(STUB.replace(b"\n", b" \t\n"), id="blanks at line ends"),
        pytest.param(STUB + b"\n \n\n", id="blank lines at the end"),
        pytest.param(STUB.rstrip(), id="no line end at the end"),
    ],
)
def test_an_attempt_that_differs_in_blank_space_only_is_unedited(folder: Path, attempt: bytes) -> None:
    (folder / "attempt.py").write_bytes(attempt)

    assert is_unedited(folder / "attempt.py", folder / "stub.py")


@pytest.mark.parametrize(
    "attempt",
    [
        pytest.param(STUB.replace(b"NotImplementedError", b"ValueError"), id="another word"),
        pytest.param(STUB.replace(b"    raise", b"  raise"), id="another indentation"),
        pytest.param(STUB.replace(b"\n\n\n", b"\n\n"), id="a blank line fewer in the middle"),
        pytest.param(STUB + b"# \xff\xfe\n", id="bytes that no encoding explains"),
        pytest.param(b"", id="empty"),
    ],
)
def test_any_other_difference_is_an_edit(folder: Path, attempt: bytes) -> None:
    (folder / "attempt.py").write_bytes(attempt)

    assert not is_unedited(folder / "attempt.py", folder / "stub.py")


def test_an_attempt_that_cannot_be_read_is_not_called_unedited(folder: Path) -> None:
    assert not is_unedited(folder / "attempt.py", folder / "stub.py")
