"""Runs the tool first and asks the traceback afterwards: a TypeError with no frame below ours never got inside."""

import json
from copy import deepcopy


def dispatch(tools, call):
    result = {"role": "tool", "tool_call_id": call["id"], "name": call["name"], "is_error": True}
    arguments = deepcopy(call["arguments"])
    if call["name"] not in tools:
        known = sorted(tools) if tools else ["none"]
        result["content"] = f"unknown tool {call['name']}; available: {', '.join(known)}"
    elif type(arguments) is not dict:
        result["content"] = f"bad arguments: expected a dict, got {type(arguments).__name__}"
    else:
        result["content"], result["is_error"] = run(tools[call["name"]], arguments)
    return result


def run(tool, arguments, /):
    try:
        returned = tool(**arguments)
    except TypeError as exc:
        began = exc.__traceback__.tb_next is not None
        return (described(exc) if began else f"bad arguments: {exc}"), True
    except Exception as exc:
        return described(exc), True
    try:
        return text(returned), False
    except Exception:
        return "bad result: " + type(returned).__name__ + " cannot be turned into text", True


def text(returned):
    if isinstance(returned, str):
        return str.join("", [returned])
    return json.dumps(returned, default=str, ensure_ascii=False)


def described(exc):
    words = [type(exc).__name__]
    try:
        words += [str(exc)] if str(exc) else []
    except Exception:
        pass
    return ": ".join(words)
