"""Prints in every call, on both streams."""

# verdict: pass

import sys


def note(*args):
    print(*args)
    print(*args, file=sys.stderr)


def attack():
    note("attack")
