"""The log belongs to the module and a copy is returned, so a tool that calls `solve` itself clears the outer log."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R14"]

_log = []


def solve(script, tools, max_turns):
    _log.clear()
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], _log.copy()
        _, name, args = reply
        _log.append((name, result_of(tools, name, args)))
    return "budget", None, _log.copy()


def result_of(tools, name, args):
    if name not in tools:
        return f"error: unknown tool {name}"
    try:
        return tools[name](**deepcopy(args))
    except Exception as exc:
        return f"error: {type(exc).__name__}: {message_of(exc)}"


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
