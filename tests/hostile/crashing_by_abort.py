"""Aborts."""

# verdict: fail
# says: SIGABRT
# costs: 1

import os


def attack():
    os.abort()
