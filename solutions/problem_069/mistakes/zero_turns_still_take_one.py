"""The limit is checked at the bottom of the loop only, so `max_turns=0` still takes a turn."""

from copy import deepcopy

BREAKS = ["R5"]


def solve(script, tools, max_turns):
    log, replies = [], iter(script)
    turns = 0
    while True:
        reply = next(replies)
        turns += 1
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        log.append((name, result_of(tools, name, args)))
        if turns >= max_turns:
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
