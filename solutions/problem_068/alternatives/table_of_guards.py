"""A table of guards: the first that has something to say is the error, and nothing is run before all are silent."""

import json
from copy import deepcopy
from inspect import signature


def unknown(tools, name, arguments):
    if name not in tools:
        return f"unknown tool {name}; available: {', '.join(sorted(tools)) or 'none'}"


def not_a_dict(tools, name, arguments):
    if not isinstance(arguments, dict):
        return f"bad arguments: expected a dict, got {type(arguments).__name__}"


def no_fit(tools, name, arguments):
    try:
        signature(tools[name], follow_wrapped=False).bind(**arguments)
    except TypeError as exc:
        return f"bad arguments: {exc}"


GUARDS = [unknown, not_a_dict, no_fit]


def dispatch(tools, call):
    question = tools, call["name"], call["arguments"]
    errors = filter(None, (guard(*question) for guard in GUARDS))
    content = next(errors, None)
    is_error = content is not None
    if not is_error:
        is_error, content = attempt(lambda: tools[call["name"]](**deepcopy(call["arguments"])), said)
        if not is_error:
            is_error, content = attempt(lambda: as_text(content), lambda _: unwritable(content))
    return {"role": "tool", "tool_call_id": call["id"], "name": call["name"], "content": content, "is_error": is_error}


def attempt(action, otherwise):
    try:
        return False, action()
    except Exception as exc:
        return True, otherwise(exc)


def as_text(returned):
    return str.__str__(returned) if isinstance(returned, str) else json.dumps(returned, ensure_ascii=False, default=str)


def unwritable(returned):
    return f"bad result: {type(returned).__name__} cannot be turned into text"


def said(exc):
    message = attempt(lambda: str(exc), lambda _: "")[1]
    return ": ".join([type(exc).__name__, *([message] if message else [])])
