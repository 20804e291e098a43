"""Write `count_calls`: how often a model asked for a tool. The task and its rules are in spec.md."""


def count_calls(replies: list[str]) -> int:
    """Return how many of `replies` ask for a tool."""
    raise NotImplementedError("count_calls is not written yet")
