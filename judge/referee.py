"""A process of its own for what must stay out of the parent's memory, from which every later attempt is forked."""

import os
import pickle
import signal
import traceback
from collections.abc import Callable
from typing import Any, Generic, NoReturn, TypeVar

from judge import fork
from judge.sandbox import die_with_parent
from judge.start import forks

Result = TypeVar("Result")


class Gone(Exception):
    """The process ended without an answer; the text says how."""


def apart(work: Callable[[], Result]) -> Result:
    """Return what `work` returns, or raise what it raises, having done it in a fork of this process. Raises Gone.

    Where there is no fork, it is done right here: a child that is not a fork does not inherit memory.
    """
    return Errand(work).answer()


class Errand(Generic[Result]):
    """Work that goes on in a fork of this process until it is done; it ends with this process at the latest."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._pid = 0
        if forks():
            self._answers, answers_end = os.pipe()
            self._pid = fork.fork()
            if self._pid == 0:
                os.close(self._answers)  # Or the pipe would have a reader for as long as this process writes to it.
                _do(work, answers_end)
            os.close(answers_end)

    def answer(self) -> Result:
        """Return what the work returns, or raise what it raises; once. Raises Gone."""
        if not self._pid:
            return self._work()
        try:
            with open(self._answers, "rb") as pipe:
                answer = pipe.read()
        except BaseException:
            os.kill(self._pid, signal.SIGKILL)
            raise
        finally:
            status = os.waitpid(self._pid, 0)[1]
            self._pid = 0
        if not answer:
            raise Gone(f"ended with status {status}")
        returned, raised = pickle.loads(answer)
        if raised is not None:
            raise raised
        return returned  # type: ignore[no-any-return]  # it is what `work` returned

    def stop(self) -> None:
        """Have done with it, unless it is done."""
        if self._pid:
            os.close(self._answers)
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            self._pid = 0


def _do(work: Callable[[], object], answers_end: int) -> NoReturn:
    try:
        die_with_parent()
        with open(answers_end, "wb") as pipe:
            pickle.dump(_outcome(work), pipe)
    except BrokenPipeError:
        pass  # Nobody waits for the answer any more.
    except Exception:
        traceback.print_exc()
    finally:
        os._exit(0)


def _outcome(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        return work(), None
    except Exception as error:
        return None, error
