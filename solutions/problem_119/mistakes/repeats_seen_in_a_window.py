"""Repeats are looked for among the latest few calls, so calls that take turns go on for ever."""

import copy
import json
from collections import deque
from dataclasses import dataclass

BREAKS = ["R8"]


@dataclass
class AgentResult:
    stop_reason: str
    output: str | None
    steps: int
    transcript: list[dict]


def run_agent(model, tools, task, max_steps=8, max_tokens=10_000, max_consecutive_errors=2, max_repeats=2):
    transcript = [{"role": "user", "content": task}]
    latest_calls = deque(maxlen=2 * max_repeats + 1)
    steps = tokens = streak = 0

    def stop(reason, output=None):
        return AgentResult(reason, output, steps, transcript)

    while steps < max_steps:
        reply = model(list(transcript))
        steps += 1
        tokens += reply.get("usage") or 0
        if tokens > max_tokens:
            return stop("token_budget")
        if reply["type"] == "final":
            transcript.append({"role": "assistant", "content": reply["content"]})
            return stop("final", reply["content"])

        name, args = reply["name"], reply.get("args", {})
        call = name + json.dumps(args, sort_keys=True)
        latest_calls.append(call)
        if latest_calls.count(call) > max_repeats:
            return stop("repeated_call")

        transcript.append({"role": "assistant", "tool": name, "args": args})
        result = execute(tools, name, args)
        transcript.append(result)
        if result["is_error"]:
            streak += 1
        else:
            streak = 0
        if streak > max_consecutive_errors:
            return stop("tool_errors")

    return stop("max_steps")


def execute(tools, name, args):
    tool = tools.get(name)
    if tool is None:
        return tool_message(name, f"LookupError: unknown tool {name}", is_error=True)
    try:
        return tool_message(name, str(tool(**copy.deepcopy(args))))
    except Exception as e:
        return tool_message(name, describe(e), is_error=True)


def describe(e):
    try:
        return f"{type(e).__name__}: {e!s}"
    except Exception:
        return f"{type(e).__name__}: "


def tool_message(name, content, is_error=False):
    return {"role": "tool", "name": name, "content": content, "is_error": is_error}
