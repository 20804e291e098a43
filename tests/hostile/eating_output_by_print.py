"""Prints for ever."""

# verdict: fail
# says: The time limit ran out
# costs: 1


def attack():
    while True:
        print("x" * 1_000)
