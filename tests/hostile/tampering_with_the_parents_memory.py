"""Opens the memory of the parent."""

# verdict: fail
# says: PermissionError
# costs: 1

import os


def attack():
    open(f"/proc/{os.getppid()}/mem", "r+b")
