"""A generator that yields each call and is sent its result; the outside runs the tools and keeps the log."""

from copy import deepcopy


def model(script, max_turns):
    """Yield the calls of a run; return its status and its answer."""
    replies = iter(script)
    for _ in range(max_turns):
        kind, *said = next(replies)
        if kind == "final":
            return "done", said[0]
        yield tuple(said)
    return "budget", None


def solve(script, tools, max_turns):
    log = []
    calls = model(script, max_turns)
    while True:
        try:
            name, args = next(calls)
        except StopIteration as end:
            return (*end.value, log)
        log.append((name, run(tools.get(name), name, args)))


def run(tool, wanted, args):
    if tool is None:
        return f"error: unknown tool {wanted}"
    try:
        return tool(**deepcopy(args))
    except Exception as exc:
        return as_text(exc)


def as_text(exc):
    kind, text = type(exc).__name__, ""
    try:
        text = str(exc)
    except Exception as worse:
        del worse
    return f"error: {kind}: {text}"
