"""Reads what has come by a pipe, and never waits for more than that."""

import contextlib
import os
import select
import sys
import time
from collections.abc import Iterable

if sys.platform != "win32":
    import fcntl

_WIDE = 1 << 20  # bytes, the most that Linux gives to everybody
_PAUSE = 0.001  # seconds between two looks, where the system cannot wait for pipes
_LOOKS = sys.platform == "win32"  # whether pipes have to be looked at: Windows can wait for sockets only


def prepare(descriptor: int) -> None:
    """Make the reading end `descriptor` ready for `read`."""
    if sys.platform != "win32":
        os.set_blocking(descriptor, False)


def widen(descriptor: int) -> None:
    """Let the pipe hold more, where the system allows it: who writes to it then waits less often for who reads."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            fcntl.fcntl(descriptor, fcntl.F_SETPIPE_SZ, _WIDE)


def ready(descriptors: Iterable[int], seconds: float) -> list[int]:
    """Return those of the reading ends that have something to read or are at their end, after `seconds` at most."""
    watched = list(descriptors)
    if not _LOOKS:
        return select.select(watched, [], [], seconds)[0]
    deadline = time.monotonic() + seconds
    while not (found := [descriptor for descriptor in watched if _held(descriptor) != 0]):
        left = deadline - time.monotonic()
        if left <= 0:
            break
        time.sleep(min(left, _PAUSE))
    return found


def read(descriptor: int, most: int) -> bytes | None:
    """Return up to `most` bytes that have come, b"" at the end of the pipe, None where nothing has come yet."""
    if _LOOKS:
        held = _held(descriptor)
        return b"" if held is None else os.read(descriptor, min(held, most)) if held else None
    try:
        return os.read(descriptor, most)
    except BlockingIOError:
        return None


def _held(descriptor: int) -> int | None:
    """Return how many bytes the pipe holds, None at its end."""
    if sys.platform != "win32":
        raise NotImplementedError("Other systems can wait for pipes.")
    import _winapi
    import msvcrt

    try:
        return int(_winapi.PeekNamedPipe(msvcrt.get_osfhandle(descriptor), 0)[0])
    except OSError:
        return None
