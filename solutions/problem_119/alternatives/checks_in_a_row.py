"""Functional: a frozen state goes through a row of small functions until one of them names a reason."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import reduce
from typing import NamedTuple


@dataclass
class AgentResult:
    stop_reason: str
    output: str | None
    steps: int
    transcript: list[dict]


class Limits(NamedTuple):
    steps: int
    tokens: int
    errors: int
    repeats: int


class State(NamedTuple):
    messages: tuple
    reply: dict | None = None
    steps: int = 0
    tokens: int = 0
    errors: int = 0
    calls: tuple = ()
    reason: str | None = None
    output: str | None = None


def run_agent(model, tools, task, max_steps=8, max_tokens=10_000, max_consecutive_errors=2, max_repeats=2):
    limits = Limits(max_steps, max_tokens, max_consecutive_errors, max_repeats)
    stages = (ask(model), spend, finish, count, run(tools), tire)

    def through(state: State, stage: Callable[[State, Limits], State]) -> State:
        return state if state.reason else stage(state, limits)

    state = State(messages=({"role": "user", "content": task},))
    while state.reason is None:
        state = reduce(through, stages, state)
    return AgentResult(state.reason, state.output, state.steps, list(state.messages))


def ask(model):
    def stage(state, limits):
        if state.steps == limits.steps:
            return state._replace(reason="max_steps")
        return state._replace(reply=model(list(state.messages)), steps=state.steps + 1)

    return stage


def spend(state, limits):
    tokens = state.tokens + (state.reply.get("usage") or 0)
    return state._replace(tokens=tokens, reason="token_budget" if tokens > limits.tokens else None)


def finish(state, limits):
    if state.reply["type"] == "tool":
        return state
    content = state.reply["content"]
    messages = (*state.messages, {"role": "assistant", "content": content})
    return state._replace(messages=messages, reason="final", output=content)


def count(state, limits):
    call = json.dumps({"tool": state.reply["name"], "args": state.reply.get("args", {})}, sort_keys=True)
    calls = (*state.calls, call)
    return state._replace(calls=calls, reason="repeated_call" if calls.count(call) > limits.repeats else None)


def run(tools):
    def stage(state, limits):
        name, args = state.reply["name"], state.reply.get("args", {})
        call = {"role": "assistant", "tool": name, "args": deepcopy(args)}
        text, is_error = outcome(tools, name, deepcopy(args))
        result = {"role": "tool", "name": name, "content": text, "is_error": is_error}
        errors = state.errors + 1 if is_error else 0
        return state._replace(messages=(*state.messages, call, result), errors=errors)

    return stage


def tire(state, limits):
    return state._replace(reason="tool_errors" if state.errors > limits.errors else None)


def outcome(tools, name, args):
    if name not in tools:
        return f"LookupError: unknown tool {name}", True
    try:
        return str(tools[name](**args)), False
    except Exception as error:
        return ": ".join([type(error).__name__, words(error)]), True


def words(error):
    try:
        return str(error)
    except Exception:
        return ""
