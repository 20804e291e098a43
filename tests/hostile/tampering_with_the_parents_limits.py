"""Takes away the processor time of the parent."""

# verdict: fail
# says: PermissionError
# costs: 1

import os
import resource


def attack():
    resource.prlimit(os.getppid(), resource.RLIMIT_CPU, (0, 0))
