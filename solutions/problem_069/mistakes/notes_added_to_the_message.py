"""The notes of an exception are logged behind its message."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R10"]


def solve(script, tools, max_turns):
    log = []
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        log.append((name, result_of(tools, name, args)))
    return "budget", None, log


def result_of(tools, name, args):
    if name not in tools:
        return f"error: unknown tool {name}"
    try:
        return tools[name](**deepcopy(args))
    except Exception as exc:
        lines = [message_of(exc), *getattr(exc, "__notes__", [])]
        message = "\n".join(lines)
        return f"error: {type(exc).__name__}: {message}"


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
