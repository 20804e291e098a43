"""Puts another file in the place of the pipe of the reports."""

# verdict: fail
# says: interfered with the judge|ended the process
# costs: 1

import os


def attack():
    os.dup2(os.open("/dev/null", os.O_WRONLY), 3)
