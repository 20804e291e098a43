"""Starts a child as a fork of the warm process, and ends it with everything it started."""

import contextlib
import gc
import os
import signal
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from judge import cell

_leave = os._exit  # Kept here, since an attempt may have put something else in its place.
_BROKEN = 97  # the exit status of a child whose own work, and not only a test, ended with an exception


@dataclass
class Running:
    """A child at work: its process, and the two pipes that this side reads."""

    pid: int
    reports: int
    output: int
    status: int | None = None

    def ended(self, within: float = 0.0) -> bool:
        """Tell whether the child has ended, or does so `within` some seconds; how is then in `status`."""
        deadline = time.monotonic() + within
        while self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
            elif time.monotonic() >= deadline:
                return False
            else:
                time.sleep(0.001)
        return True

    def stop(self) -> None:
        """End the child and its process group, wait for it, and close the pipes. Safe to call twice."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        if self.status is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            self.status = os.waitpid(self.pid, 0)[1]
        for descriptor in (self.reports, self.output):
            if descriptor >= 0:
                os.close(descriptor)
        self.reports = self.output = -1

    def __str__(self) -> str:
        """Return how the child ended, as the end of a sentence."""
        if self.status is None:
            return "is still running"
        if os.WIFSIGNALED(self.status):
            number = os.WTERMSIG(self.status)
            # Real-time signals have numbers, but no names.
            name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
            return f"was ended by {name} ({signal.strsignal(number)})"
        status = os.WEXITSTATUS(self.status)
        return "interfered with the judge" if status == _BROKEN else f"ended the process with exit status {status}"


def start(work: Callable[[], None]) -> Running:
    """Fork a child that does `work` and reports through `judge.cell`; return it at once."""
    reports, reports_end = os.pipe()
    output, output_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        status = _BROKEN
        try:
            # A session of its own: no terminal to write to, and one signal reaches whatever it starts.
            os.setsid()
            cell.redirect(reports_end, output_end)
            gc.freeze()  # What the parent collected is not this process's garbage to walk through.
            work()
            status = 0
        except BaseException:
            traceback.print_exc()  # It goes where the attempt's prints go.
        finally:
            # No other turn for exit handlers and threads that the attempt has left.
            _leave(status)
    os.close(reports_end)
    os.close(output_end)
    os.set_blocking(reports, False)
    os.set_blocking(output, False)
    return Running(pid, reports, output)
