"""Sends a signal to every process that it can reach."""

# verdict: fail
# says: PermissionError|SIGTERM|ended
# costs: 1

import os
import signal


def attack():
    os.kill(-1, signal.SIGTERM)
    os.killpg(os.getpgid(os.getppid()), signal.SIGTERM)
