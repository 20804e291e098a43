"""Starts a child as a fresh interpreter, for systems without fork: slower, and with the same outcome."""

import contextlib
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import judge
from judge import environment, job, pipe
from judge.faults import UserError
from judge.fork import Watch
from judge.running import ending
from judge.scratch import clear_crowded

# The interpreter's start is not the attempt's fault, so that this is only for a machine in trouble.
START_LIMIT = 60.0  # seconds
_ROOT = Path(judge.__file__).resolve().parent.parent
_SHOWN = 2_000  # bytes of what a child said that could not be started


@dataclass
class Spawned:
    """A `Running` child that is a fresh interpreter. `end_all` ends it and whatever it has started."""

    process: subprocess.Popen[bytes]
    reports: int
    output: int
    end_all: Callable[[], None]
    excess: str | None = None
    watch: Watch = field(init=False)

    def __post_init__(self) -> None:
        self.watch = Watch(self.process.pid)

    def ended(self, within: float = 0.0) -> bool:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(within)
        if self.process.returncode is None and (excess := self.watch.excess()):
            self.excess = excess
            self.process.kill()
            self.process.wait()
            clear_crowded()
        return self.process.returncode is not None

    def stop(self) -> None:
        self.end_all()
        self.process.kill()
        self.process.wait()
        for descriptor in (self.reports, self.output):
            if descriptor >= 0:
                os.close(descriptor)
        self.reports = self.output = -1

    def __str__(self) -> str:
        return self.excess or ending(self.process.returncode)


def start(work: Callable[[Callable[[], None]], None]) -> Spawned:
    """Start an interpreter that does `work` and reports through `judge.cell`; return it when it is ready to.

    It is ready when `work` calls the function that it is given. Raises UserError where that never happens.
    """
    reports, reports_end = os.pipe()
    output, output_end = os.pipe()
    try:
        # By the standard streams, since all systems hand these on, and nothing else.
        process = _process(reports_end, output_end)
    finally:
        os.close(reports_end)
        os.close(output_end)
    for descriptor in (reports, output):
        pipe.prepare(descriptor)
    # On Windows, from before the work is known to the child, so that there is none yet outside the job.
    running = Spawned(process, reports, output, job.hold(process) if sys.platform == "win32" else _group(process))
    try:
        # Its own sys.path may be another one, and is what the work is found by.
        paths = [os.path.abspath(entry) for entry in sys.path]
        assert process.stdin
        with contextlib.suppress(OSError), process.stdin:  # If it has ended by now, the pipe for reports will tell.
            process.stdin.write(pickle.dumps((paths, pickle.dumps(work))))
        _wait_until_ready(running)
    except BaseException:
        running.stop()
        raise
    return running


def _process(reports: int, output: int) -> subprocess.Popen[bytes]:
    # Without PYTHONSAFEPATH, which would keep `-m` from looking in the current folder.
    given = environment.harmless(os.environ)
    given.pop("PYTHONSAFEPATH", None)
    python = sys.executable
    flags = 0
    if sys.platform == "win32":
        # A virtual environment's python.exe only starts the real one; the module multiprocessing does the same.
        base: str = sys._base_executable  # type: ignore[attr-defined]
        if os.path.normcase(base) != os.path.normcase(python):
            given["__PYVENV_LAUNCHER__"] = python
            python = base
        # No window of its own, and no Ctrl-C: the parent puts an end to it.
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    return subprocess.Popen(
        [python, *(["-B"] if sys.dont_write_bytecode else []), "-m", "judge.spawned"],
        stdin=subprocess.PIPE,
        stdout=reports,
        stderr=output,
        cwd=_ROOT,
        env=given,
        # A session of its own: no terminal to write to, and one signal reaches whatever it starts.
        start_new_session=True,
        creationflags=flags,
    )


def _group(process: subprocess.Popen[bytes]) -> Callable[[], None]:
    """Return what ends the whole process group of `process`."""

    def end() -> None:
        if sys.platform != "win32":
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(process.pid, signal.SIGKILL)

    return end


def _wait_until_ready(running: Spawned) -> None:
    deadline = time.monotonic() + START_LIMIT
    said = b""
    while (left := deadline - time.monotonic()) > 0:
        ready = pipe.ready([running.reports, running.output], left)
        if running.output in ready:
            said += pipe.read(running.output, _SHOWN) or b""
            said = said[-_SHOWN:]
        if running.reports in ready:
            if pipe.read(running.reports, 1):
                return
            running.ended(within=1.0)
            break
    told = said.decode("utf-8", "replace").strip()
    raise UserError(f"A process for the attempt could not be started: it {running} before it was ready.\n{told}")
