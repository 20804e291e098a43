"""Makes the end of its process come to nothing, and the judge's own work raise."""

# verdict: fail
# says: interfered with the judge|The time limit ran out|ended the process
# costs: 1

import os

from judge import cell

os._exit = lambda status: None


def attack():
    cell.flush = None
