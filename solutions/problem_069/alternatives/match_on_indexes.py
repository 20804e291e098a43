"""Match statements on the replies, read by index and looked at more than once."""

from copy import deepcopy


def solve(script, tools, max_turns):
    log = []
    for turn in range(max_turns):
        match script[turn]:
            case ("final", _):
                return ("done", script[turn][1], log)
            case ("call", name, _) if name not in tools:
                log += [(name, f"error: unknown tool {name}")]
            case ("call", name, {**args}):
                log += [(name, called(tools[name], args))]
    return ("budget", None, log)


def called(tool, args):
    try:
        return tool(**{key: deepcopy(value) for key, value in args.items()})
    except Exception as exc:
        match printed(exc):
            case None:
                return f"error: {type(exc).__name__}: "
            case words:
                return f"error: {type(exc).__name__}: {words}"


def printed(exc):
    try:
        return f"{exc}"
    except Exception:
        return None
