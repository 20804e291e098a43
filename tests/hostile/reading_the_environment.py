"""Looks for a variable of the judge's environment, wherever the system keeps those."""

# verdict: fail
# says: nothing left
# costs: 1

import contextlib
import ctypes
import os


def attack():
    found = [name.encode() for name in os.environ]
    pointers = ctypes.POINTER(ctypes.c_char_p).in_dll(ctypes.CDLL(None), "environ")
    for place in range(1_000):
        if pointers[place] is None:
            break
        found.append(pointers[place])
    for process in ("self", os.getppid()):
        with contextlib.suppress(OSError), open(f"/proc/{process}/environ", "rb") as file:
            found.append(file.read())
    if not any(b"ORDEAL" in each for each in found):
        raise LookupError("nothing left")
