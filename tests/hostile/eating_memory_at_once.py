"""Asks for eight gigabytes at once."""

# verdict: fail
# says: MemoryError
# costs: 1


def attack():
    return bytearray(8 << 30)
