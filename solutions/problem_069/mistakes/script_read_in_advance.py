"""The whole script is read into a list before the first turn, which calls the model for every reply at once."""

from copy import deepcopy

BREAKS = ["R1", "R2", "R5"]


def solve(script, tools, max_turns):
    log = []
    replies = [script[index] for index in range(len(script))]
    for reply in replies[:max_turns]:
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
