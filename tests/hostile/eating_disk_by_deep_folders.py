"""Makes a folder within a folder, deeper than any path can name."""

# verdict: fail
# says: PermissionError
# costs: 1

import os


def attack():
    for _ in range(3_000):
        os.mkdir("deeper")
        os.chdir("deeper")
