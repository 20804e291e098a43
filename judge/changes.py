"""Tells when a file has got another content, by looking at it again and again: every system and editor allows that."""

import os
import stat
import time
from pathlib import Path

# Seconds without a change before a save counts as complete, by how likely it is not:
REST = 0.02  # the file ends with a line end, as whole files do
LONG_REST = 0.1  # it ends in the middle of a line
LONGEST_REST = 0.5  # it is empty or gone: some editors empty the old one, or move it away, before they write
_LARGEST = 2_000_000  # bytes; what is larger is no solution, and is told apart by its size and times

_Mark = tuple[int, ...] | None


class WatchedFile:
    """One file, and what is known of it: `content` is None while there is no such file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.take()

    def take(self) -> None:
        """Take note of the file as it is now; only what comes later is a change."""
        self._known = self._seen = _mark(self.path)
        self._since = self._rest = 0.0
        self.content = _content(self.path, self._known)

    def changed(self) -> bool:
        """Tell whether the content is another than it was, and has come to rest; a mere touch is no change."""
        mark, now = _mark(self.path), time.monotonic()
        if mark != self._seen:
            self._seen, self._since, self._rest = mark, now, _rest(_content(self.path, mark))
        if mark == self._known or now - self._since < self._rest:
            return False
        before = self.content
        self.take()
        return self.content != before

    @property
    def at_rest(self) -> bool:
        """Whether the last look at the file found nothing that is still to be told."""
        return self._seen == self._known


def _mark(path: Path) -> _Mark:
    """Return what differs after nearly every write, and after a rename; the size comes first."""
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_mode


def _content(path: Path, mark: _Mark) -> bytes | None:
    if mark is None:
        return None
    try:
        # A pipe in the file's place would never come to an end.
        if stat.S_ISREG(mark[-1]) and mark[0] <= _LARGEST:
            return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError:
        pass
    return repr(mark).encode()


def _rest(content: bytes | None) -> float:
    if not content:
        return LONGEST_REST
    return REST if content.endswith(b"\n") else LONG_REST
