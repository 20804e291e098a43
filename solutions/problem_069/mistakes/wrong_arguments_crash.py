"""The arguments are bound to the signature outside the `try`, so wrong ones end the run."""

import inspect
from copy import deepcopy
from itertools import islice

BREAKS = ["R10"]


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
    own = deepcopy(args)
    inspect.signature(tools[name]).bind(**own)
    try:
        return tools[name](**own)
    except Exception as exc:
        return f"error: {type(exc).__name__}: {message_of(exc)}"


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
