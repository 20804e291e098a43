"""No counters: what the limits need is read off the record of the run each time."""

import json
from copy import deepcopy
from dataclasses import dataclass
from itertools import takewhile


@dataclass
class AgentResult:
    stop_reason: str
    output: str | None
    steps: int
    transcript: list[dict]


class Message(dict):
    """A message with its role in front; it never leaves this file."""

    def __init__(self, role, **fields):
        super().__init__(role=role, **fields)


def run_agent(model, tools, task, max_steps=8, max_tokens=10_000, max_consecutive_errors=2, max_repeats=2):
    replies, record = [], [Message("user", content=task)]

    def public():
        return [dict(message) for message in record]

    def end(reason, output=None):
        return AgentResult(reason, output, len(replies), public())

    while len(replies) < max_steps:
        replies.append(model(public()))
        if sum(reply.get("usage") or 0 for reply in replies) > max_tokens:
            return end("token_budget")
        latest = replies[-1]
        if latest["type"] == "final":
            record.append(Message("assistant", content=latest["content"]))
            return end("final", latest["content"])
        call = Message("assistant", tool=latest["name"], args=deepcopy(latest.get("args", {})))
        of_this_tool = [written(message) for message in [*record, call] if message.get("tool") == call["tool"]]
        if of_this_tool.count(written(call)) > max_repeats:
            return end("repeated_call")
        record += [call, answer(tools, latest["name"], deepcopy(call["args"]))]
        results = (message["is_error"] for message in reversed(record) if message["role"] == "tool")
        if len(list(takewhile(bool, results))) > max_consecutive_errors:
            return end("tool_errors")
    return end("max_steps")


def written(message):
    return json.dumps(message, sort_keys=True)


def answer(tools, name, args):
    content, is_error = f"LookupError: unknown tool {name}", True
    if name in tools:
        try:
            content, is_error = str(tools[name](**args)), False
        except Exception as exc:
            content = f"{type(exc).__name__}: {text(exc)}"
    return Message("tool", name=name, content=content, is_error=is_error)


def text(exc):
    try:
        return str(exc)
    except Exception:
        return ""
