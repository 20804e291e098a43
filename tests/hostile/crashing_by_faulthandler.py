"""Asks the interpreter itself for a crash."""

# verdict: fail
# says: SIGSEGV
# costs: 1

import faulthandler


def attack():
    faulthandler._sigsegv()
