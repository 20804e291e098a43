"""The white space around the answer is stripped."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R1"]


def solve(script, tools, max_turns):
    log = []
    for kind, *reply in islice(script, max_turns):
        if kind == "final":
            return "done", reply[0].strip(), log
        name, args = reply
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
