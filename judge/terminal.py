"""Writing to a person: colour where it is wanted, and no letter that the terminal cannot show."""

import os
import sys
import time
from collections.abc import Iterable
from typing import TextIO

from judge.faults import CannotWrite

WIDTH = 80
_REDRAW = 0.1  # seconds between two progress lines
_CODES = {"red": "31", "green": "32", "yellow": "33", "dim": "2", "bold": "1"}


class Paint:
    """Colours text, or leaves it alone: only a terminal gets colour, and only where nobody objects."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted

    @classmethod
    def for_stream(cls, stream: TextIO, allowed: bool = True) -> "Paint":
        """Return the paint that suits `stream`; NO_COLOR (any value, see no-color.org) turns it off."""
        return cls(allowed and stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb")

    def __call__(self, text: str, colour: str) -> str:
        return f"\033[{_CODES[colour]}m{text}\033[0m" if self.wanted else text


class ProgressLine:
    """A line on a terminal that says how far something is, drawn anew now and then; nowhere else."""

    def __init__(self, quiet: float = 0.0) -> None:
        """Show nothing for the first `quiet` seconds: what is over by then needs no line."""
        self._wanted = sys.stderr is not None and sys.stderr.isatty()
        self._from = self._next = time.monotonic() + quiet

    def show(self, text: str) -> None:
        if self._wanted and time.monotonic() >= self._next:
            self._next = time.monotonic() + _REDRAW
            print(f"\r  {text} ...\033[K", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        # It may have been shown in another process, so that this one can only tell by the clock whether there is one.
        if self._wanted and time.monotonic() >= self._from:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def warn(text: str | None) -> None:
    """Write one sentence to standard error, if there is one to write."""
    if text:
        print(f"runner.py: {text}", file=sys.stderr)


def write(lines: Iterable[str], stream: TextIO | None = None) -> None:
    """Write `lines` to `stream` (standard output); letters that it cannot show become question marks."""
    stream = stream or sys.stdout
    text = "".join(f"{line}\n" for line in lines)
    encoding = stream.encoding or "utf-8"
    try:
        stream.write(text.encode(encoding, "replace").decode(encoding))
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise CannotWrite(
            f"The output cannot be written ({error.strerror}); make room, or send it elsewhere."
        ) from None
