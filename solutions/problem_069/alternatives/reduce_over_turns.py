"""Functional: the run is a fold over the turns, and a state that is over stays as it is."""

from contextlib import suppress
from copy import deepcopy
from functools import reduce


def solve(script, tools, max_turns):
    def turn(state, number):
        status, _, log = state
        return state if status == "done" else after(script[number], log)

    def after(reply, log):
        if reply[0] == "final":
            return "done", reply[1], log
        return "budget", None, [*log, (reply[1], result(reply[1], reply[2]))]

    def result(name, args):
        return guarded(tools[name], args) if name in tools else f"error: unknown tool {name}"

    return reduce(turn, range(max_turns), ("budget", None, []))


def guarded(tool, args):
    try:
        return tool(**deepcopy(args))
    except Exception as exc:
        text = ""
        with suppress(Exception):
            text = str(exc)
        return f"error: {type(exc).__name__}: {text}"
