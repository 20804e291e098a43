"""Attaches to the parent as a debugger does."""

# verdict: fail
# says: PermissionError.*no ptrace
# costs: 1

import ctypes
import os


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.ptrace(16, os.getppid(), 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "no ptrace")
