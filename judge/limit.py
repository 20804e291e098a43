"""A time limit for code that runs in this very process."""

import contextlib
import signal
import sys
from collections.abc import Iterator
from types import FrameType

from judge.explain import time_out


@contextlib.contextmanager
def limited(seconds: float | None) -> Iterator[None]:
    """Raise what pytest-timeout raises where the `with` block takes longer than `seconds`; None is no limit.

    At hundreds of tests that take no time it counts that nothing is looked up here. Where there is no alarm, as on
    Windows, nothing is raised: whoever waits for this process has a clock of its own.
    """
    if seconds is None or sys.platform == "win32":
        yield
        return

    def strike(_: int, __: FrameType | None) -> None:
        raise time_out(seconds)

    signal.signal(signal.SIGALRM, strike)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
