"""One `try` stands around the whole loop, so the first tool that raises ends the run."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R10"]


def solve(script, tools, max_turns):
    log = []
    name = None
    try:
        for reply in islice(script, max_turns):
            if reply[0] == "final":
                return "done", reply[1], log
            _, name, args = reply
            if name in tools:
                log.append((name, tools[name](**deepcopy(args))))
            else:
                log.append((name, f"error: unknown tool {name}"))
    except Exception as exc:
        log.append((name, f"error: {type(exc).__name__}: {message_of(exc)}"))
    return "budget", None, log


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
