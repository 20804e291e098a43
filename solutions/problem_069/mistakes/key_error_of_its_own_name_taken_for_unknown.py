"""A KeyError that holds the tool's own name is reported as an unknown tool, even if the tool raised it."""

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
    try:
        return tools[name](**deepcopy(args))
    except Exception as exc:
        if isinstance(exc, KeyError) and exc.args == (name,):
            return f"error: unknown tool {name}"
        return f"error: {type(exc).__name__}: {message_of(exc)}"


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
