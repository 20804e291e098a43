"""Calls itself for ever."""

# verdict: fail
# says: RecursionError
# costs: 1


def attack():
    attack()
