"""Every reply is counted, also one that is an answer."""

BREAKS = ["R1"]


def count_calls(replies):
    return len(replies)
