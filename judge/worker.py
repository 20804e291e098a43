"""A worker process: does the tasks that come by a pipe, each in a fork of itself that writes the result to the parent.

So the worker never holds anything of a task, and there is nothing of one attempt in the memory from which the next is
forked.
"""

import contextlib
import gc
import os
import signal
import struct
from collections.abc import Callable
from typing import NoReturn

from judge import signals
from judge.faults import UserError
from judge.fork import fork
from judge.sandbox import die_with_parent

Work = Callable[[int], bytes]
Prepare = Callable[[], None]

HEADER = struct.Struct("=?I")  # whether the task was done, and how many bytes follow
TASK = struct.Struct("=I")
# All that end a run. Windows has only the first two.
ENDING = {getattr(signal, name) for name in signals.ENDING if hasattr(signal, name)}
_TOLD = 86  # the exit status of a task's process that has written its result to the end


def serve(work: Work, prepare: Prepare, tasks: int, results: int, close: tuple[int, ...], parent: int) -> None:
    """In the worker: do what comes in by `tasks` until there is no more; never returns."""
    status = 1
    try:
        # Ctrl-C reaches the whole process group of the command. This one is ended by the parent, which reports first.
        os.setpgid(0, 0)
        die_with_parent(parent)
        # Attempts inherit how signals are handled; they get what a command that judges one attempt would give them.
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)
        for descriptor in close:
            os.close(descriptor)
        with contextlib.suppress(Exception):  # Then each task finds out for itself what is wrong.
            prepare()
        gc.freeze()
        while len(task := os.read(tasks, TASK.size)) == TASK.size:
            (number,) = TASK.unpack(task)
            _have_done(work, number, results)
        status = 0
    finally:
        # Nothing here is worth a traceback: the parent sees how this process ended.
        os._exit(status)


def _have_done(work: Work, number: int, results: int) -> None:
    """In the worker: do one task in a fork of this process; where that ends without a result, end in the same way."""
    worker = os.getpid()
    try:
        pid = fork()
    except UserError as fault:
        return _tell(results, done=False, message=_described(fault).encode())
    if pid == 0:
        _do(work, number, results, worker)
    try:
        status = os.waitpid(pid, 0)[1]
    except BaseException:
        os.waitpid(pid, 0)  # It is interrupted as well, and has to end what it has started.
        raise
    if os.WIFSIGNALED(status):
        with contextlib.suppress(OSError):  # Some cannot be handled in any other way.
            signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(worker, os.WTERMSIG(status))
    if os.waitstatus_to_exitcode(status) != _TOLD:
        os._exit(os.waitstatus_to_exitcode(status))


def _do(work: Work, number: int, results: int, worker: int) -> NoReturn:
    """In the process of one task: do it, and write the result to the parent."""
    status = 1
    try:
        die_with_parent(worker)
        try:
            done, message = True, work(number)
        except Exception as error:
            done, message = False, _described(error).encode("utf-8", "backslashreplace")
        _tell(results, done, message)
        status = _TOLD
    finally:
        os._exit(status)


def _tell(results: int, done: bool, message: bytes) -> None:
    left = memoryview(HEADER.pack(done, len(message)) + message)
    while left:
        left = left[os.write(results, left) :]


def _described(error: Exception) -> str:
    """Return ``stumbled: TYPE: MESSAGE (FILE:LINE)``: what of a traceback helps to find the bug."""
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f" ({os.path.basename(trace.tb_frame.f_code.co_filename)}:{trace.tb_lineno})" if trace else ""
    return f"stumbled: {type(error).__name__}: {error}{place}"
