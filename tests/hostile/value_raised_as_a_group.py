"""Raises a group of exceptions, with an exit among them."""

# verdict: fail
# says: BaseExceptionGroup: all at once
# costs: 1


def attack():
    raise BaseExceptionGroup("all at once", [ValueError("one"), SystemExit("two")])
