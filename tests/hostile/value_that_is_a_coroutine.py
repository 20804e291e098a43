"""Returns a coroutine in place of a dict."""

# verdict: fail
# says: coroutine object
# costs: 1


async def attack():
    return {}
