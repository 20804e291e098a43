"""Starts a program that outlives the call."""

# verdict: fail
# says: PermissionError|OSError
# costs: 1

import subprocess


def attack():
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
