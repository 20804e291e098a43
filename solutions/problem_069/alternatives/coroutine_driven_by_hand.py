"""Async functions without an event loop: the turns and the tools are awaited, and the run is driven by hand."""

from copy import deepcopy


async def ask(script, turn):
    return script[turn]


async def run_tool(tool, args, /):
    try:
        return tool(**deepcopy(args))
    except Exception as exc:
        return f"error: {type(exc).__name__}: {await message(exc)}"


async def message(exc):
    try:
        return str(exc)
    except Exception:
        return ""


async def run(script, tools, turns_left, turn=0, *log):
    log = list(log)
    while turns_left > 0:
        reply = await ask(script, turn)
        turn, turns_left = turn + 1, turns_left - 1
        if reply[0] != "call":
            return "done", reply[1], log
        known = tools.keys() & {reply[1]}
        result = await run_tool(tools[reply[1]], reply[2]) if known else f"error: unknown tool {reply[1]}"
        log.append((reply[1], result))
    return "budget", None, log


def solve(script, tools, max_turns):
    coroutine = run(script, tools, max_turns)
    try:
        coroutine.send(None)
    except StopIteration as finished:
        return finished.value
