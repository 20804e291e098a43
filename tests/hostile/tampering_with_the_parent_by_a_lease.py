"""Takes a lease on a file, so that whoever opens it has to wait."""

# verdict: fail
# says: PermissionError
# costs: 1

import fcntl
import os
import signal


def attack():
    signal.signal(signal.SIGIO, signal.SIG_IGN)
    file = os.open(os.__file__, os.O_RDONLY)
    fcntl.fcntl(file, fcntl.F_SETLEASE, fcntl.F_WRLCK)
