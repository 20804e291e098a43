"""Match statements throughout, and a JSON writer of its own that leaves only the leaves to `json`."""

import json
from copy import deepcopy
from inspect import signature


def dispatch(tools, call):
    match call:
        case {"name": name} if name not in tools:
            outcome = True, f"unknown tool {name}; available: {', '.join(sorted(tools)) if tools else 'none'}"
        case {"name": name, "arguments": dict(arguments)}:
            outcome = ran(tools[name], arguments)
        case {"arguments": other}:
            outcome = True, f"bad arguments: expected a dict, got {type(other).__name__}"
    is_error, content = outcome
    return {"role": "tool", "tool_call_id": call["id"], "name": call["name"], "content": content, "is_error": is_error}


def ran(tool, arguments):
    match misfit(tool, arguments):
        case None:
            pass
        case reason:
            return True, f"bad arguments: {reason}"
    try:
        returned = tool(**deepcopy(arguments))
    except Exception as exc:
        match type(exc).__name__, message(exc):
            case kind, "":
                return True, kind
            case kind, words:
                return True, f"{kind}: {words}"
    try:
        return False, characters(returned) if isinstance(returned, str) else written(returned)
    except Exception:
        return True, f"bad result: {type(returned).__name__} cannot be turned into text"


def misfit(tool, arguments):
    try:
        signature(tool, follow_wrapped=False).bind(**arguments)
    except TypeError as exc:
        return str(exc)
    return None


def message(exc):
    try:
        return f"{exc!s}"
    except Exception:
        return ""


def characters(text):
    return str.__add__("", str.__str__(text))


def written(value):
    match value:
        case str() | int() | float() | None:
            return json.dumps(value, ensure_ascii=False)
        case dict():
            return "{" + ", ".join(f"{key_of(key)}: {written(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return f"[{', '.join(map(written, value))}]"
        case _:
            return written(str(value))


def key_of(key):
    match key:
        case str():
            return json.dumps(key, ensure_ascii=False)
        case int() | float() | None:
            return f'"{json.dumps(key)}"'
        case _:
            raise TypeError(f"no key for JSON: {type(key).__name__}")
