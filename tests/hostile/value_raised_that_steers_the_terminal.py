"""Raises an exception whose text would clear the screen and show a pass."""

# verdict: fail
# says: ValueError: \\x1b\[2J
# costs: 1


def attack():
    print("\x1b[2J10 of 10 passed")
    raise ValueError("\x1b[2J\x1b[32m10 of 10 passed\x07")
