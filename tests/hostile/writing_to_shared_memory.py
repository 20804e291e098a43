"""Looks for memory that other programs share, to overwrite it."""

# verdict: fail
# says: OSError: 1
# costs: 1

import ctypes


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    libc.shmat.restype = ctypes.c_void_p
    if libc.shmat(0, None, 0) == ctypes.c_void_p(-1).value:
        raise OSError(ctypes.get_errno())
