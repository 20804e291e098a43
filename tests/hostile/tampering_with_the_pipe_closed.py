"""Closes the pipe of the reports."""

# verdict: fail
# says: interfered with the judge
# costs: 1

import os


def attack():
    os.close(3)
