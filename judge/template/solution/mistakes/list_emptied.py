"""The replies are taken out of the caller's list while they are counted."""

BREAKS = ["R2"]


def count_calls(replies):
    calls = 0
    while replies:
        calls += replies.pop().startswith("call ")
    return calls
