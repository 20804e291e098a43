"""A plain loop over the first `max_turns` replies as a slice, with an else for the loop that found no final."""

from copy import deepcopy


def solve(script, tools, max_turns):
    answer, log = None, []
    for kind, what, *rest in script[:max_turns]:
        if kind == "final":
            answer = what
            break
        log.append(_logged(tools, what, rest[0]))
    else:
        return "budget", answer, log
    return "done", answer, log


def _logged(tools, name, args):
    result = f"error: unknown tool {name}"
    if name in tools:
        own = deepcopy(args)
        try:
            result = tools[name](**own)
        except Exception as exc:
            result = f"error: {type(exc).__name__}: "
            try:
                result += str(exc)
            except Exception:
                pass
    return name, result
