"""Lifts the limit of recursion, and calls itself for ever through C."""

# verdict: fail
# says: SIGSEGV|RecursionError|MemoryError|The time limit ran out
# costs: 1

import sys


def attack():
    sys.setrecursionlimit(1_000_000_000)
    deeper = lambda _: list(map(deeper, [0]))  # noqa: E731
    deeper(0)
