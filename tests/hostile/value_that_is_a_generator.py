"""Returns a generator in place of a dict."""

# verdict: fail
# says: generator object
# costs: 1


def attack():
    return (key for key in ("stop_reason", "output"))
