"""Stops its own process by a signal."""

# verdict: fail
# says: The time limit ran out
# costs: 1

import os
import signal


def attack():
    os.kill(os.getpid(), signal.SIGSTOP)
