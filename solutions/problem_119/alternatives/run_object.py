"""A class: one object per run holds the counts, and each check is a method that names a reason or stays silent."""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class AgentResult:
    stop_reason: str
    output: str | None
    steps: int
    transcript: list[dict]


@dataclass
class Run:
    model: object
    tools: dict
    max_tokens: int
    max_errors: int
    max_repeats: int
    transcript: list
    steps: int = 0
    tokens: int = 0
    errors_in_a_row: int = 0
    made: Counter = field(default_factory=Counter)

    def until(self, max_steps):
        while self.steps < max_steps:
            self.steps += 1
            reply = self.model(deepcopy(self.transcript))
            if reason := self.too_dear(reply) or self.answered(reply) or self.repeated(reply) or self.failed(reply):
                return self.result(reason)
        return self.result("max_steps")

    def result(self, reason):
        output = self.transcript[-1]["content"] if reason == "final" else None
        return AgentResult(reason, output, self.steps, self.transcript)

    def too_dear(self, reply):
        self.tokens += reply["usage"] if reply.get("usage") is not None else 0
        return "token_budget" if self.tokens > self.max_tokens else None

    def answered(self, reply):
        if reply["type"] != "final":
            return None
        self.transcript.append(dict(role="assistant", content=reply["content"]))
        return "final"

    def repeated(self, reply):
        key = (reply["name"], canonical(reply.get("args", {})))
        self.made.update([key])
        return "repeated_call" if self.made[key] > self.max_repeats else None

    def failed(self, reply):
        name, args = reply["name"], deepcopy(reply.get("args", {}))
        self.transcript.append(dict(role="assistant", tool=name, args=args))
        text, is_error = self.use(name, deepcopy(args))
        self.transcript.append(dict(role="tool", name=name, content=text, is_error=is_error))
        self.errors_in_a_row = (self.errors_in_a_row + 1) * is_error
        return "tool_errors" if self.errors_in_a_row > self.max_errors else None

    def use(self, name, args):
        try:
            if name not in self.tools:
                raise LookupError(f"unknown tool {name}")
            return str(self.tools[name](**args)), False
        except Exception as exc:
            return f"{type(exc).__name__}: {said(exc)}", True


def said(exc):
    try:
        return str(exc)
    except Exception:
        return ""


def canonical(value):
    """Return something hashable that is equal for equal JSON, with the type beside each value."""
    if isinstance(value, dict):
        return "object", frozenset((key, canonical(item)) for key, item in value.items())
    if isinstance(value, list):
        return "list", tuple(map(canonical, value))
    return type(value).__name__, repr(value)


def run_agent(model, tools, task, max_steps=8, max_tokens=10_000, max_consecutive_errors=2, max_repeats=2):
    transcript = [{"role": "user", "content": task}]
    return Run(model, tools, max_tokens, max_consecutive_errors, max_repeats, transcript).until(max_steps)
