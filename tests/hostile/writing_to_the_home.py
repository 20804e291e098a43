"""Writes a file into the home folder."""

# verdict: fail
# says: raised (PermissionError|OSError)
# costs: 1

import os
import pwd


def attack():
    open(os.path.join(pwd.getpwuid(os.getuid()).pw_dir, "written"), "w").write("x")
