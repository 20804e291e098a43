"""The arguments are passed by position, so their names are ignored."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R6", "R10"]


def solve(script, tools, max_turns):
    log = []
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        if name not in tools:
            result = f"error: unknown tool {name}"
        else:
            try:
                result = tools[name](*deepcopy(list(args.values())))
            except Exception as exc:
                result = f"error: {type(exc).__name__}: {message_of(exc)}"
        log.append((name, result))
    return "budget", None, log


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
