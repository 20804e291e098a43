"""Asks for files without a name, which live in memory."""

# verdict: fail
# says: raised PermissionError
# costs: 1

import os


def attack():
    files = [os.memfd_create("eaten") for _ in range(100)]
    for file in files:
        os.write(file, bytes(8 << 20))
    raise RuntimeError(f"{len(files)} files")
