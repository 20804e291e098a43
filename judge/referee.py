"""A process of its own for what must stay out of the parent's memory, from which every later attempt is forked."""

import os
import pickle
import signal
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from judge.sandbox import die_with_parent
from judge.start import forks

Result = TypeVar("Result")


class Gone(Exception):
    """The process ended without an answer; the text says how."""


def apart(work: Callable[[], Result]) -> Result:
    """Return what `work` returns, or raise what it raises, having done it in a fork of this process. Raises Gone.

    Where attempts are no forks, it is done right here: their processes do not inherit memory.
    """
    if not forks():
        return work()
    answers, answers_end = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            die_with_parent()
            with open(answers_end, "wb") as pipe:
                pickle.dump(_outcome(work), pipe)
        except Exception:
            traceback.print_exc()
        finally:
            os._exit(0)
    try:
        os.close(answers_end)
        with open(answers, "rb") as pipe:
            answer = pipe.read()
    except BaseException:
        os.kill(pid, signal.SIGKILL)
        raise
    finally:
        status = os.waitpid(pid, 0)[1]
    if not answer:
        raise Gone(f"ended with status {status}")
    returned, raised = pickle.loads(answer)
    if raised is not None:
        raise raised
    return returned  # type: ignore[no-any-return]  # it is what `work` returned


def _outcome(work: Callable[[], Any]) -> tuple[Any, Exception | None]:
    try:
        return work(), None
    except Exception as error:
        return None, error
