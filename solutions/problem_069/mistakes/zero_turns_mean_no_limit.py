"""`max_turns=0` is taken for no limit, because the limit is tested for truth first."""

from copy import deepcopy

BREAKS = ["R5"]


def solve(script, tools, max_turns):
    log = []
    turn = 0
    while not (max_turns and turn == max_turns):
        kind, *rest = script[turn]
        turn += 1
        if kind == "final":
            return "done", rest[0], log
        log.append((rest[0], result_of(tools, *rest)))
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
