"""Raises an exception whose text cannot be encoded."""

# verdict: fail
# says: half .* a letter
# costs: 1


def attack():
    raise ValueError("half \ud800 a letter")
