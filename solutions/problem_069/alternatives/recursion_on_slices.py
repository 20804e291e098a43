"""Recursion: the first reply decides, and the rest of the script is a smaller run with one turn less."""

import copy


def solve(script, tools, max_turns, log=()):
    if max_turns == 0:
        return "budget", None, list(log)
    first = script[0]
    if first[0] == "final":
        return "done", first[1], list(log)
    entry = first[1], attempt(tools, *first[1:])
    return solve(script[1:], tools, max_turns - 1, (*log, entry))


def attempt(tools, name, args):
    try:
        tool = tools[name]
    except KeyError:
        return "error: unknown tool " + name
    try:
        return tool(**copy.deepcopy(args))
    except Exception as failure:
        return "error: " + ": ".join([failure.__class__.__name__, words(failure)])


def words(failure):
    try:
        return "" + str(failure)
    except Exception:
        return ""
