"""The arguments are copied by hand, and of a list in a list only the outermost level."""

import json
from inspect import signature

BREAKS = ["R13"]


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
        result = tools[name](**copied(arguments))
    except Exception as exc:
        return error_text(exc), True
    try:
        return text_of(result), False
    except Exception:
        return f"bad result: {type(result).__name__} cannot be turned into text", True


def copied(value):
    if isinstance(value, dict):
        return {key: copied(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [inner[:] if isinstance(inner, list) else copied(inner) for inner in value]
    return value


def text_of(result):
    if isinstance(result, str):
        return str.__str__(result)
    return json.dumps(result, ensure_ascii=False, default=str)


def error_text(exc):
    kind = type(exc).__name__
    try:
        message = str(exc)
    except Exception:
        message = ""
    return f"{kind}: {message}" if message else kind
