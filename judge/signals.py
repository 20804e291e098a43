"""Signals handled for a time, by this process alone: an attempt that is judged in a fork of it finds the usual ones."""

import contextlib
import os
import signal
from collections.abc import Callable, Iterable, Iterator
from types import FrameType

# How a person, a scheduler or the end of a terminal ends a run.
ENDING = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


@contextlib.contextmanager
def handled(names: Iterable[str], handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Let `handler` handle the signals of these names during the `with` block.

    Left out are those that this system lacks, and those that whoever started us has chosen to ignore, as nohup does.
    """
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    before = {number: usual for number, usual in before.items() if usual not in (signal.SIG_IGN, None)}

    def restore() -> None:
        for number, usual in before.items():
            signal.signal(number, usual)

    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=restore)
    try:
        for number in before:
            signal.signal(number, handler)
        yield
    finally:
        restore()


def tidily(command: Callable[[], int]) -> int:
    """Do `command` and return its exit status; at a signal to end, clear up first, and return 128 and its number."""
    ending = Ending()
    with handled(ENDING, ending):
        try:
            return command()
        except KeyboardInterrupt:
            return 128 + (ending.number or signal.SIGINT)


class Ending:
    """A handler that takes the first signal for an interrupt, and lets no other disturb what is then put in order."""

    def __init__(self) -> None:
        self.number: int | None = None

    def __call__(self, number: int, _: FrameType | None) -> None:
        if self.number is None:
            self.number = number
            raise KeyboardInterrupt

    def check(self) -> None:
        """Raise KeyboardInterrupt again where something on the way, such as a collection by pytest, has caught it."""
        if self.number is not None:
            raise KeyboardInterrupt
