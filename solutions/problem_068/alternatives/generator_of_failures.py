"""A generator of failures: it yields the first that it meets, and returns the text if it meets none."""

import json
from copy import deepcopy
from functools import singledispatch
from inspect import signature


def dispatch(tools, call):
    steps = steps_of(tools, call)
    try:
        content, is_error = next(steps), True
    except StopIteration as end:
        content, is_error = end.value, False
    return {"role": "tool", "tool_call_id": call["id"], "name": call["name"], "content": content, "is_error": is_error}


def steps_of(tools, call):
    tool = tools.get(call["name"])
    if tool is None:
        yield f"unknown tool {call['name']}; available: {', '.join(sorted(tools) or ['none'])}"
    arguments = deepcopy(call["arguments"])
    if not isinstance(arguments, dict):
        yield f"bad arguments: expected a dict, got {type(arguments).__name__}"
    try:
        signature(tool, follow_wrapped=False).bind(**arguments)
    except TypeError as misfit:
        yield f"bad arguments: {misfit}"
    try:
        returned = tool(**arguments)
    except Exception as exc:
        yield type(exc).__name__ + "".join(after(exc))
    try:
        return text(returned)
    except Exception:
        yield f"bad result: {type(returned).__name__} cannot be turned into text"


def after(exc):
    try:
        message = str(exc)
    except Exception:
        return
    if message:
        yield ": "
        yield message


@singledispatch
def text(returned):
    return json.dumps(returned, ensure_ascii=False, default=str)


@text.register
def _(returned: str):
    return str.__str__(returned)
