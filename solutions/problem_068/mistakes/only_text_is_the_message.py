"""Where the only argument of an exception is a string, that is the message, also where its `str()` says otherwise."""

import json
from copy import deepcopy
from inspect import signature

BREAKS = ["R7"]


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
    return json.dumps(result, ensure_ascii=False, default=str)


def error_text(exc):
    kind = type(exc).__name__
    try:
        alone = len(exc.args) == 1 and isinstance(exc.args[0], str) and not isinstance(exc, KeyError)
        message = exc.args[0] if alone else str(exc)
    except Exception:
        message = ""
    return f"{kind}: {message}" if message else kind
