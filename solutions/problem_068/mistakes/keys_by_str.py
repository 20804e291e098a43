"""A key of a dict is its `str()`, which of an enum is not its text."""

import json
from copy import deepcopy
from inspect import signature

BREAKS = ["R3"]


def dispatch(tools, call):
    content, is_error = outcome(tools, call["name"], call["arguments"])
    return {"role": "tool", "tool_call_id": call["id"], "name": call["name"], "content": content, "is_error": is_error}


def outcome(tools, name, arguments):
    if name not in tools:
        return f"unknown tool {name}; available: {', '.join(sorted(tools)) or 'none'}", True
    if not isinstance(arguments, dict):
        return f"bad arguments: expected a dict, got {type(arguments).__name__}", True
    try:
        signature(tools[name], follow_wrapped=False).bind(**arguments)
    except TypeError as misfit:
        return f"bad arguments: {misfit}", True
    try:
        result = tools[name](**deepcopy(arguments))
    except Exception as exc:
        return error_text(exc), True
    try:
        return text_of(result), False
    except Exception:
        return f"bad result: {type(result).__name__} cannot be turned into text", True


def text_of(result):
    if isinstance(result, str):
        return str.__str__(result)
    return json.dumps(with_plain_keys(result), ensure_ascii=False, default=str)


def with_plain_keys(value):
    if isinstance(value, dict):
        pairs = ((str(key) if isinstance(key, str) else key, inner) for key, inner in value.items())
        return {key: with_plain_keys(inner) for key, inner in pairs}
    if isinstance(value, list):
        return [with_plain_keys(inner) for inner in value]
    return value


def error_text(exc):
    kind = type(exc).__name__
    try:
        message = str(exc)
    except Exception:
        message = ""
    return f"{kind}: {message}" if message else kind
