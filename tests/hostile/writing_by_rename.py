"""Moves its own file away."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1

import os


def attack():
    os.rename(__file__, __file__ + ".moved")
