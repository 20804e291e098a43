"""The log belongs to the module and is cleared at the start of a run, which empties the log of the run before."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R14"]

LOG = []


def solve(script, tools, max_turns):
    LOG.clear()
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], LOG
        _, name, args = reply
        LOG.append((name, result_of(tools, name, args)))
    return "budget", None, LOG


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
