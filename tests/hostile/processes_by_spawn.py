"""Starts a program without a fork."""

# verdict: fail
# says: PermissionError
# costs: 1

import os


def attack():
    os.posix_spawn("/bin/sleep", ["sleep", "1000"], {})
