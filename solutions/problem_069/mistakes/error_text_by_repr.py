"""The error text is the `repr` of the exception, with quotes and parentheses."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R10", "R11"]


def solve(script, tools, max_turns):
    log = []
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        if name not in tools:
            result = f"error: unknown tool {name}"
        else:
            try:
                result = tools[name](**deepcopy(args))
            except Exception as exc:
                result = f"error: {exc!r}"
        log.append((name, result))
    return "budget", None, log
