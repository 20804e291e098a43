"""A coroutine: the rules of a run yield what they need, and a driver outside does the calling."""

import json
from copy import deepcopy
from dataclasses import dataclass


@dataclass(kw_only=True)
class AgentResult:
    transcript: list[dict]
    steps: int
    output: str | None = None
    stop_reason: str


def run_agent(model, tools, task, max_steps=8, max_tokens=10_000, max_consecutive_errors=2, max_repeats=2):
    transcript = [{"role": "user", "content": task}]
    run = rules(transcript, max_steps, max_tokens, max_consecutive_errors, max_repeats)
    try:
        wanted = next(run)
        while True:
            if wanted is None:
                answer = model(list(transcript))
            else:
                answer = attempt(tools, *wanted)
            wanted = run.send(answer)
    except Ended as end:
        steps, reason, output = end.args
        return AgentResult(transcript=transcript, steps=steps, output=output, stop_reason=reason)


class Ended(BaseException):
    """Carries the steps, the reason and the output; no tool can be meant to raise it."""


def rules(transcript, max_steps, max_tokens, max_errors, max_repeats):
    """Yield None to ask the model and a call to run it; raise Ended when the run has ended."""
    seen, spent, streak = {}, 0, 0
    for step in range(1, max_steps + 1):
        reply = yield
        spent += reply.get("usage", 0) or 0
        if spent > max_tokens:
            raise Ended(step, "token_budget", None)
        if "content" in reply:
            transcript += [{"role": "assistant", "content": reply["content"]}]
            raise Ended(step, "final", reply["content"])
        name, args = reply["name"], reply.get("args") or {}
        key = json.JSONEncoder(sort_keys=True).encode({name: args})
        seen[key] = seen.get(key, 0) + 1
        if seen[key] > max_repeats:
            raise Ended(step, "repeated_call", None)
        transcript += [{"role": "assistant", "tool": name, "args": deepcopy(args)}]
        text, failed = yield name, args
        transcript += [{"role": "tool", "name": name, "content": text, "is_error": failed}]
        streak = failed and streak + 1
        if streak > max_errors:
            raise Ended(step, "tool_errors", None)
    raise Ended(max_steps, "max_steps", None)


def attempt(tools, name, args):
    text = failure = None
    if name in tools:
        try:
            text = str(tools[name](**deepcopy(args)))
        except Exception as exc:
            failure = exc
    else:
        failure = LookupError(f"unknown tool {name}")
    if failure is None:
        return text, False
    try:
        words = str(failure)
    except Exception:
        words = ""
    return f"{type(failure).__name__}: {words}", True
