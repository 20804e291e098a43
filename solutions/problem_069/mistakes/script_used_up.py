"""The replies are popped off the caller's script, which is empty afterwards."""

from copy import deepcopy

BREAKS = ["R13"]


def solve(script, tools, max_turns):
    log = []
    for _ in range(max_turns):
        reply = script.pop(0)
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
