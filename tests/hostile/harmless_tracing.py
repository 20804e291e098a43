"""Sets a trace and a profile function, as a debugger does."""

# verdict: pass

import sys


def attack():
    sys.settrace(lambda *args: None)
    sys.setprofile(lambda *args: None)
