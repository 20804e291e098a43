"""`is_error` is only there when there is an error."""

import inspect
import json
from copy import deepcopy

BREAKS = ["R1"]


class CallFailed(Exception):
    def __init__(self, content):
        self.content = content


def dispatch(tools, call):
    result = {"role": "tool", "tool_call_id": call["id"], "name": call["name"]}
    try:
        tool = find(tools, call["name"])
        check(tool, call["arguments"])
        content = write(run(tool, call["arguments"]))
    except CallFailed as failed:
        return {**result, "content": failed.content, "is_error": True}
    return {**result, "content": content}


def find(tools, name):
    if name in tools:
        return tools[name]
    names = ", ".join(sorted(tools)) if tools else "none"
    raise CallFailed(f"unknown tool {name}; available: {names}")


def check(tool, arguments):
    if not isinstance(arguments, dict):
        raise CallFailed(f"bad arguments: expected a dict, got {type(arguments).__name__}")
    try:
        inspect.signature(tool, follow_wrapped=False).bind(**arguments)
    except TypeError as exc:
        raise CallFailed(f"bad arguments: {exc}") from None


def run(tool, arguments):
    try:
        return tool(**deepcopy(arguments))
    except Exception as exc:
        raise CallFailed(described(exc)) from None


def described(exc):
    try:
        message = str(exc)
    except Exception:
        message = ""
    return type(exc).__name__ + (f": {message}" if message else "")


def write(returned):
    if isinstance(returned, str):
        return "".join([returned])
    try:
        return json.dumps(returned, ensure_ascii=False, default=str)
    except Exception:
        raise CallFailed(f"bad result: {type(returned).__name__} cannot be turned into text") from None
