"""Writes to the descriptor of the output for ever, past `sys.stdout`."""

# verdict: fail
# says: The time limit ran out
# costs: 1

import os


def attack():
    while True:
        os.write(1, b"\xff" * 65_536)
