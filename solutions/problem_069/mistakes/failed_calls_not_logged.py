"""A call that raises is skipped and leaves no entry in the log."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R8", "R10"]


def solve(script, tools, max_turns):
    log = []
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        if name not in tools:
            log.append((name, f"error: unknown tool {name}"))
            continue
        try:
            log.append((name, tools[name](**deepcopy(args))))
        except Exception:
            continue
    return "budget", None, log
