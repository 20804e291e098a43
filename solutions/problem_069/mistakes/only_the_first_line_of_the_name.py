"""Only the first line of an unknown name is logged, so that the error is one line."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R9"]


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
        first_line = "".join(name.splitlines()[:1])
        return f"error: unknown tool {first_line}"
    try:
        return tools[name](**deepcopy(args))
    except Exception as exc:
        return f"error: {type(exc).__name__}: {message_of(exc)}"


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
