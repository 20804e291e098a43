"""Runs a command in a shell, and complains if that works not."""

# verdict: fail
# says: no shell
# costs: 1

import os


def attack():
    if os.system("sleep 1000 &") != 0:
        raise ChildProcessError("no shell")
