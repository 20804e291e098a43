"""The arguments pass through a helper with parameters of its own, so an argument called `name` cannot be given."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R6"]


def solve(script, tools, max_turns):
    log = []
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], log
        log.append((reply[1], dispatch(tools, reply[1], reply[2])))
    return "budget", None, log


def dispatch(tools, name, args):
    if name not in tools:
        return f"error: unknown tool {name}"
    try:
        return invoke(tools[name], name, **deepcopy(args))
    except Exception as exc:
        return f"error: {type(exc).__name__}: {message_of(exc)}"


def invoke(tool, name, **args):
    return tool(**args)


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
