"""Starts a judging child as a fork of the warm process, and ends it with everything it started."""

import contextlib
import os
import secrets
import signal
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge import child


@dataclass
class Running:
    """A child at work: its process, and the two pipes that this side reads."""

    pid: int
    reports: int
    output: int
    token: str
    status: int | None = None

    def ended(self) -> bool:
        """Tell whether the child has ended; its wait status is then in `status`."""
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
        return self.status is not None

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
            return f"was ended by {signal.Signals(number).name} ({signal.strsignal(number)})"
        return f"ended the process with exit status {os.WEXITSTATUS(self.status)}"


def start(items: list[pytest.Item], first: int, attempt: Path) -> Running:
    """Fork a child that judges `items` from index `first` on with the attempt at `attempt`."""
    reports, reports_end = os.pipe()
    output, output_end = os.pipe()
    token = secrets.token_hex(8)
    pid = os.fork()
    if pid == 0:
        # A group of its own, so that one signal reaches whatever it starts.
        os.setpgid(0, 0)
        os.close(reports)
        os.close(output)
        child.run(items, first, attempt, reports_end, output_end, token)
    with contextlib.suppress(PermissionError, ProcessLookupError):
        os.setpgid(pid, pid)  # Both sides do it, so that neither has to wait for the other.
    os.close(reports_end)
    os.close(output_end)
    os.set_blocking(reports, False)
    os.set_blocking(output, False)
    return Running(pid, reports, output, token)
