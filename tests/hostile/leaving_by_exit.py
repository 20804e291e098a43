"""Ends the process in one call, with the status of success."""

# verdict: fail
# says: ended the process with exit status 0
# costs: 1

import os


def attack():
    os._exit(0)
