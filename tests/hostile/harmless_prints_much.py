"""Prints a megabyte."""

# verdict: pass


def attack():
    for _ in range(1_000):
        print("x" * 1_000)
