"""`None` is taken for an empty dict."""

import json
from copy import deepcopy

BREAKS = ["R9"]


def dispatch(tools, call):
    name, arguments = call["name"], call["arguments"]

    def result(content, is_error):
        return {"role": "tool", "tool_call_id": call["id"], "name": name, "content": content, "is_error": is_error}

    if name not in tools:
        return result(f"unknown tool {name}; available: {', '.join(sorted(tools)) or 'none'}", True)
    if arguments is None:
        arguments = {}
    if type(arguments) is not dict:
        return result(f"bad arguments: expected a dict, got {type(arguments).__name__}", True)
    try:
        returned = tools[name](**deepcopy(arguments))
    except Exception as exc:
        if type(exc) is TypeError and exc.__traceback__.tb_next is None:
            return result(f"bad arguments: {exc}", True)
        return result(described(exc), True)
    try:
        return result(written(returned), False)
    except Exception:
        return result(f"bad result: {type(returned).__name__} cannot be turned into text", True)


def described(exc):
    kind = type(exc).__name__
    try:
        return f"{kind}: {exc}" if str(exc) else kind
    except Exception:
        return kind


def written(returned):
    if isinstance(returned, str):
        return str.__str__(returned)
    return json.dumps(returned, ensure_ascii=False, default=str)
