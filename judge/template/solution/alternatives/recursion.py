"""The first reply counts or not, and the others are counted by the same function."""


def count_calls(replies):
    if not replies:
        return 0
    first, *others = replies
    return (1 if first[:5] == "call " else 0) + count_calls(others)
