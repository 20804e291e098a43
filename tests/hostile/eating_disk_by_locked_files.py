"""Leaves a file that nobody may read or write, and fails."""

# verdict: fail
# says: left behind
# costs: 1

import os


def attack():
    os.close(os.open("locked", os.O_CREAT, 0))
    raise ValueError("left behind")
