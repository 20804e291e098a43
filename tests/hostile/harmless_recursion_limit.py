"""Lifts the limit of recursion, and makes use of it."""

# verdict: pass

import sys

sys.setrecursionlimit(20_000)


def depth(left):
    return 0 if left == 0 else 1 + depth(left - 1)


def attack():
    assert depth(10_000) == 10_000
