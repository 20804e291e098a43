"""Makes a folder that nobody may read, with a file in it."""

# verdict: fail
# says: PermissionError
# costs: 1

import os


def attack():
    os.mkdir("locked")
    open("locked/file", "w").close()
    os.chmod("locked", 0)
