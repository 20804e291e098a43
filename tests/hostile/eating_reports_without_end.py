"""Floods the pipe of the reports with one line that has no end."""

# verdict: fail
# says: interfered with the judge
# costs: 1

import os


def attack():
    while True:
        os.write(3, b"[" * 65_536)
