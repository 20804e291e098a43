"""The model is sent the task and the latest twenty messages only."""

import json
from collections import defaultdict
from copy import deepcopy
from dataclasses import dataclass

BREAKS = ["R1"]

LATEST = 20


@dataclass
class AgentResult:
    stop_reason: str
    output: str | None
    steps: int
    transcript: list[dict]


def run_agent(model, tools, task, max_steps=8, max_tokens=10_000, max_consecutive_errors=2, max_repeats=2):
    loop = Loop(model, tools, task, max_tokens, max_consecutive_errors, max_repeats)
    while loop.steps < max_steps:
        loop.steps += 1
        if loop.step():
            return AgentResult(loop.reason, loop.output, loop.steps, loop.transcript)
    return AgentResult("max_steps", None, loop.steps, loop.transcript)


class Loop:
    def __init__(self, model, tools, task, max_tokens, max_errors, max_repeats):
        self.model = model
        self.tools = tools
        self.max_tokens = max_tokens
        self.max_errors = max_errors
        self.max_repeats = max_repeats
        self.transcript = [{"role": "user", "content": task}]
        self.reason = self.output = None
        self.steps = self.tokens = self.errors = 0
        self.calls = defaultdict(int)

    def step(self):
        """Take one step; return True if the run is over."""
        task, *later = self.transcript
        reply = self.model([task, *later[-LATEST:]])
        self.tokens += reply.get("usage") or 0
        if self.tokens > self.max_tokens:
            return self.end("token_budget")
        if reply["type"] == "final":
            self.transcript.append({"role": "assistant", "content": reply["content"]})
            return self.end("final", reply["content"])

        name = reply["name"]
        args = reply.get("args", {})
        call = name, json.dumps(args, sort_keys=True)
        self.calls[call] += 1
        if self.calls[call] > self.max_repeats:
            return self.end("repeated_call")

        self.transcript.append({"role": "assistant", "tool": name, "args": args})
        content, failed = self.run(name, args)
        self.transcript.append({"role": "tool", "name": name, "content": content, "is_error": failed})
        self.errors = self.errors + 1 if failed else 0
        return self.errors > self.max_errors and self.end("tool_errors")

    def end(self, reason, output=None):
        self.reason, self.output = reason, output
        return True

    def run(self, name, args):
        if name not in self.tools:
            return f"LookupError: unknown tool {name}", True
        try:
            result = self.tools[name](**deepcopy(args))
            return str(result), False
        except Exception as exc:
            return f"{type(exc).__name__}: {said_by(exc)}", True


def said_by(exc):
    try:
        return str(exc)
    except Exception:
        return ""
