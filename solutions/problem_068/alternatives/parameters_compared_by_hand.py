"""Walks the parameters of the tool itself, and tells the model all that is missing and all that is too much."""

import inspect
import json
from copy import deepcopy

NAMED = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
ANY = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def dispatch(tools, call):
    content, failed = _content(tools, **call)
    return dict(role="tool", tool_call_id=call["id"], name=call["name"], content=content, is_error=failed)


def _content(tools, id, name, arguments):
    if name not in tools.keys():
        return f"unknown tool {name}; available: " + (", ".join(sorted(tools.keys())) or "none"), True
    if not isinstance(arguments, dict):
        return "bad arguments: expected a dict, got %s" % type(arguments).__name__, True  # noqa: UP031
    complaints = _complaints(tools[name], arguments)
    if complaints:
        return "bad arguments: " + ", ".join(complaints), True
    try:
        returned = tools[name](**{key: deepcopy(value) for key, value in arguments.items()})
    except Exception as exc:
        return _said(exc), True
    return _written(returned)


def _complaints(tool, arguments):
    parameters = inspect.signature(tool, follow_wrapped=False).parameters.values()
    named = [each.name for each in parameters if each.kind in NAMED]
    needed = [each.name for each in parameters if each.default is each.empty and each.kind not in ANY]
    takes_any = any(each.kind is each.VAR_KEYWORD for each in parameters)
    missing = [name for name in needed if name not in arguments or name not in named]
    surplus = [] if takes_any else [name for name in arguments if name not in named]
    return [f"missing {name}" for name in missing] + [f"unexpected {name}" for name in surplus]


def _said(exc):
    kind = type(exc).__name__
    try:
        return f"{kind}: {exc}" if str(exc) != "" else kind
    except Exception:
        return kind


def _written(returned):
    if isinstance(returned, str):
        return str.__getitem__(returned, slice(None)), False
    encoder = json.JSONEncoder(ensure_ascii=False, default=str)
    try:
        return encoder.encode(returned), False
    except Exception:
        return f"bad result: {type(returned).__name__} cannot be turned into text", True
