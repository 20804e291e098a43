"""Reference: the turns drive the loop, and one small function turns every call into exactly one result."""

from copy import deepcopy
from itertools import islice


def solve(script, tools, max_turns):
    """Play the stub model's replies and return `(status, answer, log)`."""
    log = []
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        log.append((name, result_of(tools, name, args)))
    return "budget", None, log


def result_of(tools, name, args):
    """Run one call and return what its tool returned, or one line that says what went wrong."""
    if name not in tools:
        return f"error: unknown tool {name}"
    try:
        return tools[name](**deepcopy(args))
    except Exception as exc:
        return f"error: {type(exc).__name__}: {message_of(exc)}"


def message_of(exc):
    """Return the text of an exception, empty where asking for it raises."""
    try:
        return str(exc)
    except Exception:
        return ""
