"""Tools once seen are kept in a table of the module, so a later run can call a tool it was not given."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R14"]

REGISTRY = {}


def solve(script, tools, max_turns):
    for name, tool in tools.items():
        REGISTRY.setdefault(name, tool)
    log = []
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        log.append((name, result_of(REGISTRY, name, args)))
    return "budget", None, log


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
