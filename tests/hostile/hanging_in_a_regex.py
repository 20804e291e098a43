"""Searches with a regular expression that takes for ever."""

# verdict: fail
# says: The time limit ran out
# costs: 1

import re


def attack():
    re.match(r"(a+)+$", "a" * 64 + "b")
