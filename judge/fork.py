"""Starts a child as a fork of the warm process, and ends it with everything it started."""

import contextlib
import gc
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass

from judge import cell, pipe
from judge.running import ending


@dataclass
class Forked:
    """A `Running` child that is a fork. `status` is how it ended, as waitpid tells it."""

    pid: int
    reports: int
    output: int
    status: int | None = None

    def ended(self, within: float = 0.0) -> bool:
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
        return ending(None if self.status is None else os.waitstatus_to_exitcode(self.status))


def start(work: Callable[[], None]) -> Forked:
    """Fork a child that does `work` and reports through `judge.cell`; return it at once."""
    reports, reports_end = os.pipe()
    output, output_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        # A session of its own: no terminal to write to, and one signal reaches whatever it starts.
        os.setsid()
        gc.freeze()  # What the parent collected is not this process's garbage to walk through.
        cell.live(reports_end, output_end, work)
    os.close(reports_end)
    os.close(output_end)
    for descriptor in (reports, output):
        pipe.prepare(descriptor)
    return Forked(pid, reports, output)
