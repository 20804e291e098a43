"""Closes the streams that it prints to."""

# verdict: pass

import sys


def attack():
    sys.stdout.close()
    sys.stderr.close()
