"""A class that holds one call, with an attribute for its state and a method for each step."""

import json
from copy import deepcopy
from functools import partial
from inspect import signature


class Writer(json.JSONEncoder):
    def __init__(self):
        super().__init__(ensure_ascii=False)

    def default(self, o):
        return str(o)


class Dispatch:
    def __init__(self, tools, call):
        self.tools, self.call = tools, call
        self.content, self.is_error = None, False
        self.ready = None

    def result(self):
        for step in (self.look_up, self.match, self.run):
            if not self.is_error:
                step()
        return {
            "is_error": self.is_error,
            "content": self.content,
            "name": self.call["name"],
            "tool_call_id": self.call["id"],
            "role": "tool",
        }

    def fail(self, content):
        self.content, self.is_error = content, True

    def look_up(self):
        if self.call["name"] not in self.tools:
            names = sorted(self.tools) or ["none"]
            self.fail(f"unknown tool {self.call['name']}; available: {', '.join(names)}")

    def match(self):
        tool, arguments = self.tools[self.call["name"]], self.call["arguments"]
        if not isinstance(arguments, dict):
            return self.fail(f"bad arguments: expected a dict, got {type(arguments).__name__}")
        try:
            signature(tool, follow_wrapped=False).bind(**arguments)
            self.ready = partial(tool, **deepcopy(arguments))
        except TypeError as exc:
            self.fail(f"bad arguments: {exc}")

    def run(self):
        try:
            returned = self.ready()
        except Exception as exc:
            return self.fail(type(exc).__name__ + self.after_type(exc))
        try:
            self.content = str.__str__(returned) if isinstance(returned, str) else Writer().encode(returned)
        except Exception:
            self.fail(f"bad result: {type(returned).__name__} cannot be turned into text")

    @staticmethod
    def after_type(exc):
        try:
            message = str(exc)
        except Exception:
            return ""
        return f": {message}" if message else ""


def dispatch(tools, call):
    return Dispatch(tools, call).result()
