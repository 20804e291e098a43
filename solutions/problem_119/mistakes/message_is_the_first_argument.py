"""The message of an error is its first argument, whatever its class says instead."""

import json
from copy import deepcopy
from dataclasses import dataclass

BREAKS = ["R6"]


@dataclass
class AgentResult:
    stop_reason: str
    output: str | None
    steps: int
    transcript: list[dict]


def run_agent(model, tools, task, max_steps=8, max_tokens=10_000, max_consecutive_errors=2, max_repeats=2):
    transcript = [{"role": "user", "content": task}]
    total = 0
    errors = 0
    seen = {}

    for step in range(1, max_steps + 1):
        reply = model(transcript)
        total += reply.get("usage") or 0
        if total > max_tokens:
            return AgentResult("token_budget", None, step, transcript)

        if reply["type"] == "final":
            transcript.append({"role": "assistant", "content": reply["content"]})
            return AgentResult("final", reply["content"], step, transcript)

        name = reply["name"]
        args = reply.get("args", {})
        key = (name, json.dumps(args, sort_keys=True))
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > max_repeats:
            return AgentResult("repeated_call", None, step, transcript)

        transcript.append({"role": "assistant", "tool": name, "args": args})
        try:
            if name not in tools:
                raise LookupError(f"unknown tool {name}")
            text = str(tools[name](**deepcopy(args)))
            is_error = False
        except Exception as error:
            text = f"{type(error).__name__}: {message_of(error)}"
            is_error = True
        transcript.append({"role": "tool", "name": name, "content": text, "is_error": is_error})

        errors = errors + 1 if is_error else 0
        if errors > max_consecutive_errors:
            return AgentResult("tool_errors", None, step, transcript)

    return AgentResult("max_steps", None, max_steps, transcript)


def message_of(error):
    try:
        return str(error.args[0] if len(error.args) == 1 and not isinstance(error, KeyError) else error)
    except Exception:
        return ""
