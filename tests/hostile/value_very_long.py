"""Returns a text of ten million letters."""

# verdict: fail
# says: characters\)
# costs: 1


def attack():
    return {"stop_reason": "x" * 10_000_000, "output": 10**5_000}
