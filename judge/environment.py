"""Which environment variables the process of an attempt gets: what Python and the system need, and nobody's secrets."""

import contextlib
import ctypes
import functools
import os
import sys
from collections.abc import Mapping
from pathlib import Path

_BEGINNINGS = ("PYTHON", "LC_")
_NAMES = {
    *("PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"),
    # What Windows itself asks for.
    *("COMSPEC", "OS", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "WINDIR"),
    *("NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE"),
}


def harmless(variables: Mapping[str, str]) -> dict[str, str]:
    """Return those of `variables` that the process of an attempt may have."""
    return {name: value for name, value in variables.items() if name in _NAMES or name.startswith(_BEGINNINGS)}


def forget() -> None:
    """Take all other variables out of this process, a fork of the judge, for good."""
    kept = harmless(os.environ)
    os.environ.clear()
    if sys.platform == "linux":
        # Without /proc, there is nothing that shows them either.
        with contextlib.suppress(OSError):
            _wipe()
    os.environ.update(kept)


def _wipe() -> None:
    """Overwrite what the process was started with, which stays in /proc/self/environ whatever is deleted since."""
    start, end = place()
    ctypes.memset(start, 0, end - start)


@functools.cache
def place() -> tuple[int, int]:
    """Return where in memory that lies, the same for a process and all its forks. Raises OSError without /proc."""
    fields = Path("/proc/self/stat").read_bytes().rpartition(b")")[2].split()
    return int(fields[47]), int(fields[48])  # env_start and env_end of proc_pid_stat(5)
