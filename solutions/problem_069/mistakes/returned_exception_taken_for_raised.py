"""An exception that a tool returned is raised by the loop, as if the tool had raised it."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R7"]


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
        result = tools[name](**deepcopy(args))
        if isinstance(result, BaseException):
            raise result
        return result
    except Exception as exc:
        return f"error: {type(exc).__name__}: {message_of(exc)}"


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
