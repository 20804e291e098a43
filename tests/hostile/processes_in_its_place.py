"""Puts another program in the place of its process."""

# verdict: fail
# says: PermissionError
# costs: 1

import os


def attack():
    os.execv("/bin/sleep", ["sleep", "1000"])
