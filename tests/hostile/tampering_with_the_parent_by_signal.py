"""Sends the parent a signal."""

# verdict: fail
# says: PermissionError
# costs: 1

import os
import signal


def attack():
    os.kill(os.getppid(), signal.SIGTERM)
