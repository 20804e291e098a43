"""A tool that raised is called a second time before its error is logged."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R6"]


def solve(script, tools, max_turns):
    log = []
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        log.append((name, result_of(tools, name, args)))
    return "budget", None, log


def result_of(tools, name, args, attempts=2):
    if name not in tools:
        return f"error: unknown tool {name}"
    for _ in range(attempts):
        try:
            return tools[name](**deepcopy(args))
        except Exception as exc:
            result = f"error: {type(exc).__name__}: {message_of(exc)}"
    return result


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
