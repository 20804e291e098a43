"""Exits as a program does."""

# verdict: fail
# says: SystemExit
# costs: 1

import sys


def attack():
    sys.exit()
