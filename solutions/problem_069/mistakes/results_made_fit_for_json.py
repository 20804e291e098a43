"""A result that JSON does not know is logged as one that it knows: a set or a range as a list, NaN as None."""

from copy import deepcopy
from itertools import islice

BREAKS = ["R7"]


def solve(script, tools, max_turns):
    log = []
    for kind, *rest in islice(script, max_turns):
        if kind == "final":
            return "done", rest[0], log
        name, args = rest
        log.append((name, fit_for_json(run(tools, name, args))))
    return "budget", None, log


def run(tools, name, args):
    if name not in tools:
        return f"error: unknown tool {name}"
    try:
        return tools[name](**deepcopy(args))
    except Exception as exc:
        return f"error: {type(exc).__name__}: {text_of(exc)}"


def text_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""


def fit_for_json(result):
    if isinstance(result, set | frozenset | range):
        return list(result)
    if isinstance(result, float) and result != result:
        return None
    return result
