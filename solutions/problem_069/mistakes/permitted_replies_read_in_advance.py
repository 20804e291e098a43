"""The replies that the limit permits are all read before the first call runs."""

from copy import deepcopy

BREAKS = ["R1", "R2"]


def solve(script, tools, max_turns):
    log = []
    permitted = list(script[:max_turns])
    while permitted:
        reply = permitted.pop(0)
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
        return f"error: {type(exc).__name__}: {message_of(exc)}"


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
