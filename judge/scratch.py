"""The folder that an attempt may write to, and its removal, whatever the attempt has left in there."""

import contextlib
import functools
import itertools
import os
import stat
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from judge.locks import Held, locked

MOST_FILES = 10_000
_PREFIX = "judge-attempt-"
_IN_USE, _ASIDE = "scratch", "aside"
_NEW = 60.0  # seconds
_FOLDER = os.O_RDONLY | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_open: list[Path] = []  # the folders of this process that are in use


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a folder for the time of the `with` block, and remove it with everything in it.

    It lies in one that is locked meanwhile, so that what a judge that was killed has left can be told, and removed.
    """
    _remove_what_was_left()
    home = Path(tempfile.mkdtemp(prefix=_PREFIX)).resolve()
    lock = locked(home, _FOLDER)
    folder = home / _IN_USE
    folder.mkdir(0o700)
    _open.append(folder)
    try:
        yield folder
    finally:
        _open.remove(folder)
        _remove_all(home)
        if lock is not None:
            os.close(lock)


def _remove_all(home: Path) -> None:
    for place in (home / _IN_USE, home / _ASIDE):
        with contextlib.suppress(OSError):
            remove(place)
    with contextlib.suppress(OSError):
        home.rmdir()


def _is_ours(folder: Path) -> bool:
    """Tell whether it is a folder, and no link to one, into which nobody else can have put anything."""
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.geteuid() and not status.st_mode & 0o077


@functools.cache
def _remove_what_was_left() -> None:
    """Remove, once for each process, the folders of judges that were killed: nobody has them locked."""
    with contextlib.suppress(OSError), os.scandir(tempfile.gettempdir()) as entries:
        homes = [Path(entry.path) for entry in itertools.islice(entries, MOST_FILES) if entry.name.startswith(_PREFIX)]
        for home in homes:
            with contextlib.suppress(OSError):
                _remove_if_left(home)


def _remove_if_left(home: Path) -> None:
    # One that was made just now may be about to be locked.
    if not _is_ours(home) or time.time() - home.lstat().st_mtime < _NEW:
        return
    if not all(name in (_IN_USE, _ASIDE) and _is_ours(home / name) for name in os.listdir(home)):
        return
    try:
        lock = locked(home, _FOLDER)
    except Held:
        return
    if lock is not None:
        _remove_all(home)
        os.close(lock)


def crowded() -> list[Path]:
    """Return the folders in use that hold more than `MOST_FILES` entries, in a time that does not grow with them."""
    found = []
    for folder in _open:
        with contextlib.suppress(OSError), os.scandir(folder) as entries:
            if next(itertools.islice(entries, MOST_FILES, None), None):
                found.append(folder)
    return found


def clear_crowded() -> None:
    """Have those folders empty again.

    What is in one for the first time is put aside, to be removed with the folder: that may take seconds, which the
    tests to come should not pay for. A further time it is removed at once, or there would be no end to it.
    """
    for folder in crowded():
        with contextlib.suppress(OSError):
            if _aside(folder).exists():
                _empty(os.fspath(folder), into=None)
            else:
                folder.rename(_aside(folder))
                folder.mkdir(0o700)


def _aside(folder: Path) -> Path:
    return folder.with_name(_ASIDE)


def remove(folder: Path) -> None:
    """Remove `folder`, also where it holds folders that nobody may read, or deeper ones than any path can name.

    Every folder further down is first moved up to `folder` itself, so that there is neither recursion nor a long path.
    """
    top = os.fspath(folder)
    free = (name for name in map(str, itertools.count()) if not os.path.lexists(os.path.join(top, name)))
    _empty(top, into=None)
    while inner := os.listdir(top):
        for name in inner:
            path = os.path.join(top, name)
            _empty(path, into=(os.path.join(top, other) for other in free))
            os.rmdir(path)
    os.rmdir(top)


def _empty(folder: str, into: Iterator[str] | None) -> None:
    """Remove the files in `folder`, and move the folders in it to the paths that `into` names, if it is given."""
    os.chmod(folder, 0o700)
    with os.scandir(folder) as entries:
        found = [(entry.path, entry.is_dir(follow_symlinks=False)) for entry in entries]
    for path, is_folder in found:
        if not is_folder:
            os.unlink(path)
        elif into is not None:
            os.chmod(path, 0o700)  # A folder can be moved only by who may write to it.
            os.rename(path, next(into))
