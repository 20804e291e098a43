"""A KeyError from inside a tool is reported as an unknown tool, because one `try` covers look-up and call."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R10"]


def solve(script, tools, max_turns):
    log = []
    for reply in islice(script, max_turns):
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        try:
            result = tools[name](**deepcopy(args))
        except KeyError:
            result = f"error: unknown tool {name}"
        except Exception as exc:
            result = f"error: {type(exc).__name__}: {message_of(exc)}"
        log.append((name, result))
    return "budget", None, log


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
