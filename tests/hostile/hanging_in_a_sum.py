"""Adds up all whole numbers in C."""

# verdict: fail
# says: The time limit ran out
# costs: 1

import itertools


def attack():
    return sum(itertools.count())
