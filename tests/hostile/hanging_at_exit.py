"""Registers a function for the exit that never ends, and exits."""

# verdict: fail
# says: SystemExit
# costs: 1

import atexit
import sys
import time


def attack():
    atexit.register(time.sleep, 1_000)
    sys.exit()
