"""Writes rubbish to every descriptor that there may be."""

# verdict: fail
# says: interfered with the judge
# costs: 1

import contextlib
import os


def attack():
    for descriptor in range(256):
        with contextlib.suppress(OSError):
            os.write(descriptor, b"\0\xff rubbish \n" * 100)
