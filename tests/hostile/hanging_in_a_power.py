"""Computes a number in C that takes for ever."""

# verdict: fail
# says: The time limit ran out|MemoryError
# costs: 1


def attack():
    return 7 ** (1 << 28)
