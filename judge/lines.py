"""A file of JSON objects, one a line: appended whole as they come, mended after a run that was cut short, read back."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge.faults import CannotWrite, UserError


class Lines:
    """The file open for appending. Each line is one write, so that a run which is killed tears at most the last one."""

    def __init__(self, path: Path) -> None:
        """Open or make the file at `path`; a last line without an end gets one. Raises UserError."""
        self.path = path
        try:
            self._descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
            if _last_byte(path) not in (b"", b"\n"):
                self.append("")
        except OSError as error:
            raise UserError(f"{path} cannot be written ({error.strerror}); name another file after --json.") from None

    def append(self, line: str | bytes) -> None:
        """Write `line` and its end. Raises CannotWrite where the disk takes no more."""
        # JSON writes a lone surrogate just as Python escapes it, so what UTF-8 cannot hold stays valid.
        text = line if isinstance(line, bytes) else line.encode("utf-8", "backslashreplace")
        left = memoryview(text + b"\n")
        try:
            while left:  # Once, but for a disk that fills up.
                left = left[os.write(self._descriptor, left) :]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise CannotWrite(
                f"{self.path} takes no more lines ({error.strerror}); make room, and run again."
            ) from None

    def close(self) -> None:
        os.close(self._descriptor)


def mend(path: Path) -> bool:
    """Cut a torn last line off the file at `path`; tell whether there was one.

    A last line that lacks nothing but its end gets that instead. Raises UserError where the file cannot be changed.
    """
    try:
        if not path.is_file() or _last_byte(path) in (b"", b"\n"):
            return False
        with path.open("r+b") as file:
            start = 0
            for line in file:
                start += len(line)
            if _opened(line) is not None:
                file.write(b"\n")
                return False
            file.truncate(start - len(line))
            return True
    except OSError as error:
        raise UserError(f"{path} cannot be mended ({error.strerror}); name another file after --json.") from None


def documents(path: Path) -> Iterator[tuple[int, bytes, dict[str, Any] | None]]:
    """Yield the number of each line (from 1), the line, and the JSON object on it, None where there is none.

    Nothing at all where there is no file. Raises UserError where it cannot be read.
    """
    try:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                yield number, line.rstrip(b"\r\n"), _opened(line)
    except FileNotFoundError:
        return
    except OSError as error:
        raise UserError(f"{path} cannot be read ({error.strerror}); name another file after --json.") from None


def _opened(line: bytes) -> dict[str, Any] | None:
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return told if isinstance(told, dict) else None


def _last_byte(path: Path) -> bytes:
    """Return the last byte of an ordinary file; none of an empty one, or of a pipe."""
    if not path.is_file():
        return b""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(size - 1, 0))
        return file.read(1)
