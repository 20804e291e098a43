"""Changes a file that it may read, past all permissions, by ioctl."""

# verdict: fail
# says: PermissionError
# costs: 1

import fcntl
import os


def attack():
    fcntl.ioctl(os.open(os.__file__, os.O_RDONLY), 0x40087602, bytes(8))  # FS_IOC_SETVERSION
