"""Only calls that succeed are counted as turns, so a model that keeps failing is not stopped."""

from copy import deepcopy

BREAKS = ["R2", "R3"]


def solve(script, tools, max_turns):
    log = []
    turns = 0
    replies = iter(script)
    while turns < max_turns:
        reply = next(replies)
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        ok, result = result_of(tools, name, args)
        log.append((name, result))
        if not ok:
            continue
        turns += 1
    return "budget", None, log


def result_of(tools, name, args):
    if name not in tools:
        return False, f"error: unknown tool {name}"
    try:
        return True, tools[name](**deepcopy(args))
    except Exception as exc:
        return False, f"error: {type(exc).__name__}: {message_of(exc)}"


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
