"""Kills its own process."""

# verdict: fail
# says: SIGKILL
# costs: 1

import os
import signal


def attack():
    os.kill(os.getpid(), signal.SIGKILL)
