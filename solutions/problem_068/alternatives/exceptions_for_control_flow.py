"""Exceptions for control flow: each step either hands on a value or raises the failure that ends the call."""

import inspect
import json
from copy import deepcopy


class Failure(Exception):
    def __init__(self, content):
        self.content = content


def dispatch(tools, call):
    message = {"role": "tool", "tool_call_id": call["id"], "name": call["name"]}
    try:
        returned = run(find(tools, call["name"]), call["arguments"])
        return {**message, "content": write(returned), "is_error": False}
    except Failure as failure:
        return {**message, "content": failure.content, "is_error": True}


def find(tools, name):
    try:
        return tools[name]
    except KeyError:
        names = ", ".join(sorted(tools)) if tools else "none"
        raise Failure(f"unknown tool {name}; available: {names}") from None


def run(tool, arguments):
    if not isinstance(arguments, dict):
        raise Failure(f"bad arguments: expected a dict, got {type(arguments).__name__}")
    try:
        bound = inspect.signature(tool, follow_wrapped=False).bind(**deepcopy(arguments))
    except TypeError as exc:
        raise Failure(f"bad arguments: {exc}") from exc
    try:
        return tool(*bound.args, **bound.kwargs)
    except Exception as exc:
        raise Failure(": ".join(filter(None, [type(exc).__name__, message_of(exc)]))) from None


def message_of(exc):
    try:
        return str(exc)
    except Exception:
        return None


def write(returned):
    if isinstance(returned, str):
        return "".join([returned])
    try:
        return json.dumps(returned, ensure_ascii=False, default=str)
    except Exception:
        raise Failure(f"bad result: {type(returned).__name__} cannot be turned into text") from None
