"""Recursion: each step is a call that hands its counts to the next one, and nothing is ever changed in place."""

import copy
import json
from dataclasses import dataclass


@dataclass
class AgentResult:
    stop_reason: str
    output: str | None
    steps: int
    transcript: list[dict]


def run_agent(model, tools, task, max_steps=8, max_tokens=10_000, max_consecutive_errors=2, max_repeats=2):
    def step(taken, spent, streak, made, transcript):
        if taken == max_steps:
            return AgentResult("max_steps", None, taken, transcript)
        reply = model([*transcript])
        taken, spent = taken + 1, spent + (reply.get("usage") or 0)
        if spent > max_tokens:
            return AgentResult("token_budget", None, taken, transcript)
        if reply["type"] == "final":
            content = reply["content"]
            return AgentResult("final", content, taken, [*transcript, {"role": "assistant", "content": content}])

        name, args = reply["name"], copy.deepcopy(reply.get("args", {}))
        made = (*made, json.dumps([name, args], sort_keys=True))
        if made.count(made[-1]) > max_repeats:
            return AgentResult("repeated_call", None, taken, transcript)
        answer = answered(tools, name, copy.deepcopy(args))
        transcript = [*transcript, {"role": "assistant", "tool": name, "args": args}, answer]
        streak = streak + 1 if answer["is_error"] else 0
        if streak > max_consecutive_errors:
            return AgentResult("tool_errors", None, taken, transcript)
        return step(taken, spent, streak, made, transcript)

    return step(0, 0, 0, (), [{"role": "user", "content": task}])


def answered(tools, name, args):
    message = {"role": "tool", "name": name}
    try:
        tool = tools[name]
    except KeyError:
        return message | {"content": f"LookupError: unknown tool {name}", "is_error": True}
    try:
        return message | {"content": f"{tool(**args)!s}", "is_error": False}
    except Exception as exc:
        try:
            said = str(exc)
        except Exception:
            said = ""
        return message | {"content": exc.__class__.__name__ + ": " + said, "is_error": True}
