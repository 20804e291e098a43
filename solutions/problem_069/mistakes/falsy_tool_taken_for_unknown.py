"""A tool that is falsy is taken for unknown, because what was looked up is tested for truth."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R9"]


def solve(script, tools, max_turns):
    log = []
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        tool = tools.get(name)
        if not tool:
            log.append((name, f"error: unknown tool {name}"))
            continue
        try:
            result = tool(**deepcopy(args))
        except Exception as exc:
            result = f"error: {type(exc).__name__}: {message_of(exc)}"
        log.append((name, result))
    return "budget", None, log


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
