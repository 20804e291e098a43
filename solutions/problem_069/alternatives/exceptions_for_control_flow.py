"""Exceptions for control flow: each way out of the loop is an exception that carries the answer."""

import json
from functools import partial


class Over(BaseException):
    def __init__(self, status, answer):
        self.status, self.answer = status, answer


class Unknown(Exception):
    def __init__(self, name):
        self.result = f"error: unknown tool {name}"


def solve(script, tools, max_turns):
    log = []
    try:
        for _, reply in zip(range(max_turns), script, strict=False):
            log.append(play(reply, tools))
        raise Over("budget", None)
    except Over as over:
        return over.status, over.answer, log


def play(reply, tools):
    if reply[0] == "final":
        raise Over("done", reply[1])
    name = reply[1]
    args = json.loads(json.dumps(reply[2]))
    try:
        if name not in tools:
            raise Unknown(name)
        return name, partial(tools[name], **args)()
    except Unknown as unknown:
        return name, unknown.result
    except Exception as exc:
        return name, "error: %s: %s" % (type(exc).__name__, text_of(exc))  # noqa: UP031


def text_of(exc):
    try:
        return str(exc)
    except Exception:
        return ""
