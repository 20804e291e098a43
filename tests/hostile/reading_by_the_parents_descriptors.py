"""Reads whatever the parent has open."""

# verdict: error
# says: PermissionError

import os

for descriptor in os.listdir(f"/proc/{os.getppid()}/fd"):
    exec(open(f"/proc/{os.getppid()}/fd/{descriptor}").read())
