"""Lets everything of the same user wait at the processor, the parent included."""

# verdict: fail
# says: PermissionError
# costs: 1

import os


def attack():
    os.setpriority(os.PRIO_USER, 0, 15)
