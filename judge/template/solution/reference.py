"""A call begins with the word and a space; all else is an answer."""


def count_calls(replies: list[str]) -> int:
    """Return how many of `replies` ask for a tool."""
    return sum(reply.startswith("call ") for reply in replies)
