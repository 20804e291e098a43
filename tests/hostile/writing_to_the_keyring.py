"""Leaves a key with the kernel, which keeps it for the user."""

# verdict: fail
# says: OSError: 1
# costs: 1

import ctypes
import platform


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    add_key = 248 if platform.machine() == "x86_64" else 217
    if libc.syscall(add_key, b"user", b"left", b"payload", 7, -4) < 0:
        raise OSError(ctypes.get_errno())
