"""Has the kernel send a signal to the parent whenever its own pipe is written to."""

# verdict: fail
# says: PermissionError
# costs: 1

import fcntl
import os
import signal


def attack():
    reading, writing = os.pipe()
    fcntl.fcntl(reading, 10, signal.SIGTERM)
    fcntl.fcntl(reading, fcntl.F_SETOWN, os.getppid())
    fcntl.fcntl(reading, fcntl.F_SETFL, os.O_ASYNC)
    os.write(writing, b"x")
