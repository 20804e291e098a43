"""Forks twice into a session of its own, so that nobody waits for the process."""

# verdict: fail
# says: PermissionError
# costs: 1

import os
import time


def attack():
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1_000)
        os._exit(0)
