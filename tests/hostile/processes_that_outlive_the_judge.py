"""Asks not to be ended along with the judge."""

# verdict: fail
# says: OSError: 1
# costs: 1

import ctypes


def attack():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(1, 0, 0, 0, 0) < 0:  # PR_SET_PDEATHSIG
        raise OSError(ctypes.get_errno())
