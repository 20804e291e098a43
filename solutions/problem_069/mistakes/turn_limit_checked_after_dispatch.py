"""The turn limit is checked after the call has run, with `>`, so one turn too many is taken."""

from copy import deepcopy

BREAKS = ["R2", "R3", "R5"]


def solve(script, tools, max_turns):
    log = []
    for turn, reply in enumerate(script, start=1):
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        log.append((name, result_of(tools, name, args)))
        if turn > max_turns:
            break
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
