"""A final on the last permitted turn is reported as out of budget."""

from copy import deepcopy

BREAKS = ["R4"]


def solve(script, tools, max_turns):
    log = []
    turn = 0
    while turn < max_turns:
        reply = script[turn]
        turn += 1
        if turn == max_turns and reply[0] == "final":
            break
        if reply[0] == "final":
            return "done", reply[1], log
        _, name, args = reply
        log.append((name, result_of(tools, name, args)))
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
