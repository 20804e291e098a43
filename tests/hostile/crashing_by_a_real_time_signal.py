"""Ends its own process by a signal that has no name."""

# verdict: fail
# says: was ended by signal
# costs: 1

import os
import signal


def attack():
    os.kill(os.getpid(), signal.SIGRTMIN + 3)
