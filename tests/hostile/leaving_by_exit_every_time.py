"""Ends the process in every call."""

# verdict: fail
# says: ended the process with exit status 7|Not run
# costs: 10

import os


def one_turn(reply, step, max_steps):
    os._exit(7)
