"""The tool works on the script's own arguments; they are put back when it is done, but not when it is interrupted."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R13"]


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
    before = deepcopy(args)
    try:
        result = tools[name](**args)
    except Exception as exc:
        result = f"error: {type(exc).__name__}: {message_of(exc)}"
    args.update(before)
    return result


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
