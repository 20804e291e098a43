"""Ignores the signal of the time limit, and then never comes back."""

# verdict: fail
# says: The time limit ran out
# costs: 1

import signal
import time


def attack():
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    time.sleep(1_000)
