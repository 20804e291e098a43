"""Reads from address zero."""

# verdict: fail
# says: SIGSEGV
# costs: 1

import ctypes


def attack():
    ctypes.string_at(0)
