"""Match statements: every case that a reply can be is a pattern with its guard, in the order of the checks."""

import json
from copy import deepcopy
from dataclasses import dataclass
from functools import partial


@dataclass
class AgentResult:
    stop_reason: str = "max_steps"
    output: str | None = None
    steps: int = 0
    transcript: list[dict] | None = None


def run_agent(model, tools, task, max_steps=8, max_tokens=10_000, max_consecutive_errors=2, max_repeats=2):
    result = AgentResult(transcript=[{"role": "user", "content": task}])
    add = result.transcript.append
    tokens, streak, calls = max_tokens, 0, []

    while result.steps != max_steps:
        result.steps += 1
        match model(result.transcript):
            case {"usage": int(used), **rest} if used > tokens:
                result.stop_reason = "token_budget"
                return result
            case {"usage": int(used), **rest}:
                tokens -= used
                reply = rest
            case reply:
                pass
        match reply:
            case {"type": "final", "content": str(text)}:
                add({"role": "assistant", "content": text})
                result.stop_reason, result.output = "final", text
                return result
            case {"name": str(name), "args": dict(args)} | ({"name": str(name)} as args):
                args = args if "args" in reply else {}
        call = name, json.dumps(args, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        if calls.count(call) == max_repeats:
            result.stop_reason = "repeated_call"
            return result
        calls.append(call)
        add({"role": "assistant", "tool": name, "args": args})
        match attempt(partial(tools[name], **deepcopy(args)) if name in tools else partial(unknown, name)):
            case (text,):
                streak = 0
                add({"role": "tool", "name": name, "content": text, "is_error": False})
            case text:
                streak += 1
                add({"role": "tool", "name": name, "content": text, "is_error": True})
        if streak > max_consecutive_errors:
            result.stop_reason = "tool_errors"
            return result
    return result


def unknown(name):
    raise LookupError(f"unknown tool {name}")


def attempt(call):
    """Return a result in a tuple of its own, and the text of an error bare."""
    try:
        return (str(call()),)
    except Exception as exc:
        kind = type(exc).__name__
        try:
            return f"{kind}: {exc!s}"
        except Exception:
            return f"{kind}: "
