"""Returns a list of a hundred thousand items."""

# verdict: fail
# says: expected
# costs: 1


def attack():
    return {"stop_reason": list(range(100_000)), "output": ""}
