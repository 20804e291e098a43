"""Blocks every signal that can be blocked, and then never comes back."""

# verdict: fail
# says: The time limit ran out
# costs: 1

import signal
import time


def attack():
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    time.sleep(1_000)
