"""The loop stops before the last permitted turn, so the limit is one less than it says."""

from copy import deepcopy

BREAKS = ["R3", "R4"]


def solve(script, tools, max_turns):
    log = []
    for turn in range(1, max_turns):
        reply = script[turn - 1]
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
