"""The folder that an attempt may write to, and its removal, whatever the attempt has left in there."""

import contextlib
import itertools
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

MOST_FILES = 10_000
_open: list[Path] = []  # the folders of this process that are in use


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """Make a folder for the time of the `with` block, and remove it with everything in it."""
    folder = Path(tempfile.mkdtemp(prefix="attempt-")).resolve()
    _open.append(folder)
    try:
        yield folder
    finally:
        _open.remove(folder)
        for place in (folder, _aside(folder)):
            with contextlib.suppress(OSError):
                remove(place)


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
    return folder.with_name(f"{folder.name}-full")


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
