"""Forks a process that outlives the call."""

# verdict: fail
# says: PermissionError
# costs: 1

import os
import time


def attack():
    if os.fork() == 0:
        time.sleep(1_000)
