"""Starts a child as a fork of the warm process, and ends it with everything it started."""

import contextlib
import functools
import gc
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from judge import cell, pipe, sandbox, scratch
from judge.faults import UserError
from judge.running import ending

# The memory of an attempt has room for fewer with stacks of the usual size; who asks for smaller ones could have all
# that the system has for everybody.
MOST_THREADS = 128
_SELDOM = 10_000, 20, 20  # for gc: a search at every 700 objects, as usual, takes 5% of the time of short tests
_COUNTS = 0.1  # seconds between two looks at the files, which take longer than one at the threads
_PATIENCE = 2.0  # seconds to wait for a system that has no process left to give


class Watch:
    """Looks after what no limit of the kernel bounds for one process: how many threads it has, and how many files."""

    def __init__(self, pid: int) -> None:
        self._tasks = f"/proc/{pid}/task"
        self._next_count = 0.0

    def excess(self) -> str | None:
        """Return what the process has too much of, as the end of a sentence."""
        with contextlib.suppress(OSError):  # Without /proc, nothing tells.
            # As any folder, it has a link of each folder in it, one for a thread, and two of its own.
            if os.stat(self._tasks).st_nlink - 2 > MOST_THREADS:
                return f"had more than {MOST_THREADS} threads at once"
        now = time.monotonic()
        if now >= self._next_count:
            self._next_count = now + _COUNTS
            if scratch.crowded():
                return f"made more than {scratch.MOST_FILES:,} files"
        return None


@dataclass
class Forked:
    """A `Running` child that is a fork. `status` is how it ended, as waitpid tells it."""

    pid: int
    reports: int
    output: int
    status: int | None = None
    excess: str | None = None
    watch: Watch = field(init=False)

    def __post_init__(self) -> None:
        self.watch = Watch(self.pid)

    def ended(self, within: float = 0.0) -> bool:
        deadline = time.monotonic() + within
        while self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = status
            elif excess := self.watch.excess():
                self.excess = excess
                self._kill()
                scratch.clear_crowded()
            elif time.monotonic() >= deadline:
                return False
            else:
                time.sleep(0.001)
        return True

    def stop(self) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, signal.SIGKILL)
        if self.status is None:
            self._kill()
        for descriptor in (self.reports, self.output):
            if descriptor >= 0:
                os.close(descriptor)
        self.reports = self.output = -1

    def _kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self.status = os.waitpid(self.pid, 0)[1]

    def __str__(self) -> str:
        return self.excess or ending(None if self.status is None else os.waitstatus_to_exitcode(self.status))


def start(work: Callable[[], None]) -> Forked:
    """Fork a child that does `work` and reports through `judge.cell`; return it at once."""
    reports, reports_end = os.pipe()
    output, output_end = os.pipe()
    parent = os.getpid()
    try:
        pid = fork()
        if pid == 0:
            cell.live(reports_end, output_end, functools.partial(_begin, work, parent))
    except BaseException:
        os.close(reports)
        os.close(output)
        raise
    finally:
        os.close(reports_end)
        os.close(output_end)
    for descriptor in (reports, output):
        pipe.prepare(descriptor)
    return Forked(pid, reports, output)


def _begin(work: Callable[[], None], parent: int) -> None:
    sandbox.die_with_parent(parent)
    # A session of its own: no terminal to write to, and one signal reaches whatever it starts.
    os.setsid()
    gc.freeze()  # What the parent collected is not this process's garbage to walk through.
    gc.enable()
    gc.set_threshold(*_SELDOM)
    work()


def fork() -> int:
    """Do as os.fork() does, but wait a little where there are too many processes. Raises UserError if they stay."""
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            return os.fork()
        except BlockingIOError:
            if time.monotonic() > deadline:
                raise UserError(
                    "The system has no process left for an attempt; end some others, or judge fewer at a time (--jobs)."
                ) from None
        time.sleep(0.02)
