"""A child at work as the parent sees it, whichever way it was started."""

import signal
from typing import Protocol

from judge.cell import BROKEN

INTERFERED = "interfered with the judge"  # the end of a sentence, where nothing else explains it


class Running(Protocol):
    """A child at work: the two pipes that this side reads, and its end.

    As text it is the end of a sentence, such as "ended the process with exit status 3".
    """

    reports: int
    output: int

    def ended(self, within: float = 0.0) -> bool:
        """Tell whether the child has ended, or does so `within` some seconds."""

    def stop(self) -> None:
        """End the child and what it started, wait for it, and close the pipes. Safe to call twice."""


def ending(code: int | None) -> str:
    """Return how a child ended, as the end of a sentence. `code` is its exit status, or minus a signal's number."""
    if code is None:
        return "is still running"
    if code < 0:
        # Real-time signals have numbers, but no names.
        name = signal.Signals(-code).name if -code in set(signal.Signals) else f"signal {-code}"
        return f"was ended by {name} ({signal.strsignal(-code)})"
    if code == BROKEN:
        return INTERFERED
    # Windows has its own numbers for what went wrong, and writes them this way.
    return f"ended the process with exit status {code if code < 1 << 30 else hex(code)}"
