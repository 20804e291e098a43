"""Locks that end with the process that holds them, however it ends."""

import os
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]  # so that it can be asked for


class Held(Exception):
    """Somebody else has it locked."""


def locked(path: Path, flags: int) -> int | None:
    """Return a descriptor, opened with `flags`, that keeps `path` locked while it is open; None where nobody can lock.

    Raises Held, and OSError where it cannot be opened.
    """
    if fcntl is None:
        return None
    descriptor = os.open(path, flags, 0o666)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise Held from None
    except OSError:  # Some network file systems have no locks.
        os.close(descriptor)
        return None
    return descriptor
