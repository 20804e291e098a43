"""Exceptions for control flow: a check that ends the run raises, and one handler turns that into the result."""

import contextlib
import json
import sys
from copy import deepcopy
from dataclasses import dataclass


@dataclass
class AgentResult:
    stop_reason: str
    output: str | None
    steps: int
    transcript: list[dict]


class Stop(Exception):
    def __init__(self, reason, output=None):
        self.reason, self.output = reason, output


class Limit:
    """Counts up, and raises when the count passes the limit."""

    def __init__(self, limit, reason):
        self.count, self.limit, self.reason = 0, limit, reason

    def add(self, amount=1):
        self.count += amount
        if self.count > self.limit:
            raise Stop(self.reason)

    def reset(self):
        self.count = 0


def run_agent(model, tools, task, max_steps=8, max_tokens=10_000, max_consecutive_errors=2, max_repeats=2):
    steps = Limit(max_steps, "max_steps")
    tokens = Limit(max_tokens, "token_budget")
    failures = Limit(max_consecutive_errors, "tool_errors")
    repeats = {}
    transcript = [{"role": "user", "content": task}]

    def one_step():
        steps.add()
        reply = ask()
        tokens.add(reply.get("usage") or 0)
        if reply["type"] == "final":
            transcript.append({"role": "assistant", "content": reply["content"]})
            raise Stop("final", reply["content"])
        name, args = reply["name"], reply.get("args", {})
        key = json.dumps((name, args), sort_keys=True)
        repeats.setdefault(key, Limit(max_repeats, "repeated_call")).add()
        transcript.append({"role": "assistant", "tool": name, "args": args})
        try:
            content = work(name, deepcopy(args))
        except ToolFailed as failure:
            transcript.append({"role": "tool", "name": name, "content": failure.args[0], "is_error": True})
            failures.add()
        else:
            transcript.append({"role": "tool", "name": name, "content": content, "is_error": False})
            failures.reset()

    def ask():
        try:
            return model(transcript)
        except BaseException as error:
            raise Crash(error) from error

    def work(name, args):
        if name not in tools:
            raise ToolFailed(f"LookupError: unknown tool {name}")
        try:
            return str(tools[name](**args))
        except Exception:
            kind, error, _ = sys.exc_info()
            message = ""
            with contextlib.suppress(Exception):
                message = str(error)
            raise ToolFailed(f"{kind.__name__}: {message}") from None

    try:
        while True:
            one_step()
    except Stop as stop:
        return AgentResult(stop.reason, stop.output, min(steps.count, max_steps), transcript)
    except Crash as crash:
        raise crash.error from None


class ToolFailed(Exception):
    pass


class Crash(Exception):
    """What the model raised, so that it cannot be taken for a Stop of this run."""

    def __init__(self, error):
        self.error = error
