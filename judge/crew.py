"""Worker processes that share one list of tasks: a worker that dies costs at most the task it was at."""

import contextlib
import os
import select
import signal
import sys
import time
from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass

from judge.fork import fork
from judge.worker import ENDING, HEADER, TASK, Prepare, Work, serve

# A verdict is due in a fraction of this, even of an attempt that hangs everywhere. Then the worker itself is stuck.
STALLED = 120.0  # seconds
TICK = 1.0  # seconds between two looks at workers that say nothing
_GRACE = 2.0  # seconds that an interrupted worker has to clear up
_MOST = 256  # workers; select() cannot watch many more descriptors


@dataclass(frozen=True)
class Lost:
    """A task that could not be done in two goes: `why` is the end of a sentence about the judge."""

    why: str


class _Worker:
    """One worker process, seen from the parent: the pipes to and from it, and the task it is at."""

    def __init__(self, work: Work, prepare: Prepare, others: list["_Worker"]) -> None:
        tasks, self.tasks = os.pipe()
        self.results, results = os.pipe()
        parent = os.getpid()
        ours = (self.tasks, self.results, *(end for other in others for end in (other.tasks, other.results)))
        self.pid = fork()
        if self.pid == 0:
            serve(work, prepare, tasks, results, close=ours, parent=parent)
        os.close(tasks)
        os.close(results)
        self.task = 0
        self.since = 0.0
        self.buffer = bytearray()
        self.status: int | None = None

    def give(self, task: int) -> None:
        self.task, self.since = task, time.monotonic()
        # One that has just died cannot take it; the end of its results tells.
        with contextlib.suppress(BrokenPipeError):
            os.write(self.tasks, TASK.pack(task))

    def hear(self) -> bytes | Lost | None:
        """Return the result, or Lost where the task raised or the worker died; None while there is more to come."""
        chunk = os.read(self.results, 1 << 20)
        if not chunk:
            self.status = os.waitpid(self.pid, 0)[1]
            return Lost(_ending(self.status))
        self.buffer += chunk
        if len(self.buffer) < HEADER.size:
            return None
        done, length = HEADER.unpack_from(self.buffer)
        if len(self.buffer) < HEADER.size + length:
            return None
        message = bytes(self.buffer[HEADER.size :])
        self.buffer.clear()
        return message if done else Lost(message.decode("utf-8", "replace"))

    def send(self, number: int) -> None:
        """Send a signal to the worker and to the process of its task, which is in the same group."""
        if self.status is None:
            try:
                os.killpg(self.pid, number)
            except OSError:  # It has no group of its own yet, or has just ended.
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.pid, number)

    def wait(self) -> None:
        """Return when all that can write a result has ended, or after some grace."""
        while select.select([self.results], [], [], _GRACE)[0] and os.read(self.results, 1 << 20):
            pass

    def dismiss(self) -> None:
        """Let the worker go: told that no more tasks come, it ends by itself."""
        for descriptor in (self.tasks, self.results):
            os.close(descriptor)
        if self.status is None:
            self.status = os.waitpid(self.pid, 0)[1]

    def ended(self) -> bool:
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = status if pid else None
        return self.status is not None


def _ready() -> None:
    pass


def done(
    work: Work, count: int, jobs: int, prepare: Prepare = _ready
) -> Generator[tuple[int, bytes | Lost], None, None]:
    """Yield each number below `count` with what `work` returned for it, as the results come, `jobs` at a time.

    `work` runs in forks of forks of this process: each worker calls `prepare` once, and then forks for every task. A
    task whose process or worker dies, or that raises, is given out once more, and is Lost when that ends alike. Close
    the generator to end the workers, and all that they have started, at once.
    """
    waiting = deque(range(count))
    tried: set[int] = set()
    crew: list[_Worker] = []
    try:
        while waiting or crew:
            while waiting and len(crew) < min(jobs, _MOST):
                _hire(work, prepare, crew)
                crew[-1].give(waiting.popleft())
            for worker in _speaking(crew):
                task, result = worker.task, worker.hear()
                if result is None:
                    continue
                # It goes on with the next one while this one is written down.
                if waiting and worker.status is None:
                    worker.give(waiting.popleft())
                else:
                    crew.remove(worker)
                    worker.dismiss()
                if isinstance(result, Lost) and task not in tried:
                    tried.add(task)
                    waiting.append(task)
                else:
                    yield task, result
    finally:
        _end(crew)


def _hire(work: Work, prepare: Prepare, crew: list[_Worker]) -> None:
    with undisturbed():
        crew.append(_Worker(work, prepare, crew))


@contextlib.contextmanager
def undisturbed() -> Iterator[None]:
    """Hold off an interrupt until the end of the `with` block, so that it is done whole or not at all."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _speaking(crew: list[_Worker]) -> list[_Worker]:
    """Return the workers that have something to say; one that has been silent too long is ended, which also tells."""
    ready, _, _ = select.select([worker.results for worker in crew], [], [], TICK)
    for worker in crew:
        if time.monotonic() - worker.since > STALLED:
            worker.send(signal.SIGKILL)
    return [worker for worker in crew if worker.results in ready]


def _end(crew: list[_Worker]) -> None:
    """End all workers, and with them what they have started."""
    if sys.platform != "linux":
        # Only there do the attempts die with their worker; elsewhere it gets the time to end them itself.
        for worker in crew:
            worker.send(signal.SIGINT)
        deadline = time.monotonic() + _GRACE
        while time.monotonic() < deadline and not all(worker.ended() for worker in crew):
            time.sleep(0.005)
    for worker in crew:
        worker.send(signal.SIGKILL)
    for worker in crew:
        worker.wait()
        worker.dismiss()


def _ending(status: int) -> str:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        hint = " (as happens when memory runs out)" if number == signal.SIGKILL else ""
        return f"was ended by signal {number}, {signal.strsignal(number)}{hint}"
    return f"ended with exit status {os.WEXITSTATUS(status)}"
