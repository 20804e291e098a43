"""Asks for memory that is shared, and so would not count as its own."""

# verdict: fail
# says: raised (OSError|MemoryError|PermissionError)
# costs: 1

import mmap


def attack():
    mmap.mmap(-1, 4 << 30)
