"""A job object of Windows: the processes of a child, kept in bounds and ended together.

See "Job Objects" in the documentation of Windows; the numbers and the structure are those of its winnt.h.
"""

import ctypes
import struct
import subprocess
import sys
from collections.abc import Callable

from judge.sandbox import MEMORY

_EXTENDED_LIMIT_INFORMATION = 9
_ACTIVE_PROCESS, _PROCESS_MEMORY, _DIE_ON_UNHANDLED_EXCEPTION, _KILL_ON_JOB_CLOSE = 0x8, 0x100, 0x400, 0x2000
_LIMITS = _ACTIVE_PROCESS | _PROCESS_MEMORY | _DIE_ON_UNHANDLED_EXCEPTION | _KILL_ON_JOB_CLOSE
# JOBOBJECT_EXTENDED_LIMIT_INFORMATION: two times, the flags, two sizes, the number of processes, an affinity, two
# classes; six counters; the memory of a process, of the job, and two peaks.
_INFORMATION = struct.Struct("@qqINNINII6Q4N")


def hold(process: subprocess.Popen[bytes]) -> Callable[[], None]:
    """Put `process` in a job of its own, and return what ends the job.

    In it the process cannot start another one, nor use more memory than the sandbox grants elsewhere. A Windows that
    has no job to give leaves it as it is.
    """
    if sys.platform != "win32":
        raise NotImplementedError("Only Windows has jobs.")
    kernel = ctypes.WinDLL("kernel32")
    kernel.CreateJobObjectW.restype = ctypes.c_void_p
    made = kernel.CreateJobObjectW(None, None)
    if not made:
        return process.kill
    job = ctypes.c_void_p(made)
    limits = information(_LIMITS, processes=1, memory=MEMORY)
    kernel.SetInformationJobObject(job, _EXTENDED_LIMIT_INFORMATION, limits, len(limits))
    kernel.AssignProcessToJobObject(job, ctypes.c_void_p(int(vars(process)["_handle"])))

    def end() -> None:
        nonlocal job
        if job:
            kernel.TerminateJobObject(job, 1)
            kernel.CloseHandle(job)
            job = ctypes.c_void_p(None)

    return end


def information(flags: int, processes: int, memory: int) -> bytes:
    """Return the structure that sets these limits."""
    return _INFORMATION.pack(0, 0, flags, 0, 0, processes, 0, 0, 0, *[0] * 6, memory, 0, 0, 0)
