"""Disarms the timer of the time limit, and then never comes back."""

# verdict: fail
# says: The time limit ran out
# costs: 1

import signal
import time


def attack():
    signal.setitimer(signal.ITIMER_REAL, 0)
    time.sleep(1_000)
