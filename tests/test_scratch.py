"""The scratch folder of an attempt that floods it: empty again for the tests to come, and gone in the end."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from judge import scratch
from tests.support import ROOT, environment

needs_locks = pytest.mark.skipif(sys.platform == "win32", reason="there are no locks that end with a process")


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for temporary files, in which nobody has looked yet for what was left."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    scratch._remove_what_was_left.cache_clear()
    return tmp_path


def test_a_flood_is_put_aside_once_and_everything_is_removed_in_the_end(
    temporary: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scratch, "MOST_FILES", 3)

    with scratch.scratch_folder() as folder:
        for files in (5, 7):
            for number in range(files):
                (folder / str(number)).touch()
            scratch.clear_crowded()

            assert list(folder.iterdir()) == []
            # The second flood is removed at once; the first one stays where it was put.
            assert len(list(folder.with_name("aside").iterdir())) == 5

    assert list(temporary.iterdir()) == []


def test_a_few_files_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "MOST_FILES", 3)

    with scratch.scratch_folder() as folder:
        (folder / "one").touch()
        scratch.clear_crowded()

        assert [path.name for path in folder.iterdir()] == ["one"]


def left_behind(temporary: Path, name: str = "judge-attempt-old", age: float = 3_600.0) -> Path:
    home = temporary / name
    home.mkdir(0o700)
    (home / "scratch").mkdir(0o700)
    (home / "scratch" / "file").touch()
    long_ago = time.time() - age
    os.utime(home, (long_ago, long_ago))
    return home


@needs_locks
def test_what_a_killed_judge_has_left_is_removed_by_the_next_one(temporary: Path) -> None:
    code = (
        "from judge.scratch import scratch_folder\n"
        "with scratch_folder() as folder:\n    print(folder, flush=True)\n    input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(TMPDIR=str(temporary)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as judge:
        assert judge.stdout
        home = Path(judge.stdout.readline().strip()).parent
        os.utime(home, (0, 0))
        with scratch.scratch_folder():
            assert home.exists()  # It is old, and still in use.
        judge.kill()
    scratch._remove_what_was_left.cache_clear()

    with scratch.scratch_folder():
        assert not home.exists()
    assert list(temporary.iterdir()) == []


@needs_locks
def test_it_is_looked_for_once_in_a_process(temporary: Path) -> None:
    with scratch.scratch_folder():
        pass
    home = left_behind(temporary)
    with scratch.scratch_folder():
        assert home.exists()


@needs_locks
def test_what_is_new_or_not_only_ours_stays(temporary: Path) -> None:
    new = left_behind(temporary, age=0.0)
    strange = left_behind(temporary, "judge-attempt-strange")
    (strange / "letter.txt").write_text("mine", encoding="utf-8")
    os.utime(strange, (0, 0))
    file = temporary / "judge-attempt-file"
    file.touch()
    os.utime(file, (0, 0))
    elsewhere = left_behind(temporary, "elsewhere")
    (temporary / "judge-attempt-link").symlink_to(elsewhere)
    os.utime(temporary / "judge-attempt-link", (0, 0), follow_symlinks=False)
    crooked = left_behind(temporary, "judge-attempt-crooked")
    (crooked / "aside").symlink_to(elsewhere / "scratch")
    os.utime(crooked, (0, 0))
    shared = left_behind(temporary, "judge-attempt-shared")
    shared.chmod(0o770)

    with scratch.scratch_folder():
        assert new.exists()
        assert strange.exists()
        assert file.exists()
        assert (elsewhere / "scratch" / "file").exists()
        assert crooked.exists()
        assert shared.exists()
