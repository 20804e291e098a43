"""The answer is kept but the loop goes on, so later replies are read and the last final wins."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R1"]


def solve(script, tools, max_turns):
    status, answer, log = "budget", None, []
    turns_left = min(max_turns, len(script))
    for reply in islice(script, turns_left):
        if reply[0] == "final":
            status, answer = "done", reply[1]
            continue
        _, name, args = reply
        log.append((name, result_of(tools, name, args)))
    return status, answer, log


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
