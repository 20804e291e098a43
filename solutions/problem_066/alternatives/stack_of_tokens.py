"""No recursion and no json.loads for what is nested: a loop over tokens with a stack of open objects and lists."""

import json
import re

TOKEN = re.compile(
    r"""[ \t\n\r]*(?:
        (?P<mark> [][{}:,] )
      | (?P<string> "(?: [^"\\\x00-\x1f]++ | \\["\\/bfnrt] | \\u[0-9A-Fa-f]{4} )*" )
      | (?P<real> -?(?:0|[1-9][0-9]*) (?: \.[0-9]+(?:[eE][+-]?[0-9]+)? | [eE][+-]?[0-9]+ ) )
      | (?P<whole> -?(?:0|[1-9][0-9]*) )
      | (?P<word> true | false | null )
      | (?P<end> \Z )
      | (?P<other> -?\w+ | . )
    )""",
    re.VERBOSE | re.ASCII,
)
SPACE = " \r\n\t"
CLOSES = {"{": "}", "[": "]"}


class MalformedCall(ValueError):
    pass


def parse_tool_call(reply: str) -> dict | None:
    text = reply.strip(SPACE)
    opening = len(re.match("(```[-0-9A-Z_a-z]*)?", text)[0])
    inner = text[opening:].lstrip(SPACE)
    if inner[:1] != "{":
        return None
    named = {"'tool'", '"tool"'} & set(re.findall("'tool'|\"tool\"", inner))
    if opening and inner[-3:] != "```":
        return refused(named, "a code fence is open")
    value, problem = read(inner[:-3] if opening else inner)
    if problem:
        return refused(named, problem)
    if "tool" not in value:
        return None
    name, arguments = value["tool"], value.get("arguments")
    if type(name) is not str or not name.strip(SPACE):
        raise MalformedCall("what stands at tool is no name")
    if type(arguments) is str:
        arguments, problem = read(arguments) if arguments.strip(SPACE) else ({}, "")
        if problem:
            raise MalformedCall("what stands in the text of arguments is wrong: " + problem)
    elif arguments is None:
        arguments = {}
    if type(arguments) is not dict:
        raise MalformedCall("what stands at arguments is no object")
    return {"tool": name, "arguments": arguments}


def refused(named, problem):
    if named:
        raise MalformedCall(problem)


def read(text):
    """Return the value and an empty text, or None and what is wrong."""
    top = []
    stack = [(top, "")]  # what is open: the container, and what closes it
    keys = []
    at, wanted = 0, "value"
    while True:
        found = TOKEN.match(text, at)
        kind, token = found.lastgroup, found[found.lastgroup]
        at = found.end()
        container, closing = stack[-1]
        where = f" before character {at}"
        if kind == "end" or kind == "other":
            whole = kind == "end" and wanted == "end"
            return (top[0], "") if whole else (None, f"{token[:20] or 'the end'!r} is out of place{where}")
        if token == closing and wanted in ("first", "first key", "more"):
            stack.pop()
            wanted = "more" if len(stack) > 1 else "end"
        elif wanted == "more" and token == ",":
            wanted = "key" if closing == "}" else "value"
        elif wanted == "colon" and token == ":":
            wanted = "value"
        elif wanted in ("key", "first key") and kind == "string":
            keys.append(json.loads(token))
            if keys[-1] in container:
                return None, f"{json.dumps(keys[-1])[:40]} was there before{where}"
            wanted = "colon"
        elif wanted in ("value", "first") and (kind != "mark" or token in CLOSES):
            value, problem = VALUES[kind](token)
            if problem:
                return None, problem + where
            if closing == "}":
                container[keys.pop()] = value
            else:
                container.append(value)
            if kind == "mark":
                if len(stack) > 100:
                    return None, f"more than 100 levels{where}"
                stack.append((value, CLOSES[token]))
                wanted = "first key" if token == "{" else "first"
            else:
                wanted = "more" if closing else "end"
        else:
            return None, f"{token[:20]!r} is out of place{where}"


def whole(token):
    return (None, "too many digits") if len(token.lstrip("-")) > 4300 else (int(token), "")


def real(token):
    return (None, "an infinite number") if float(token) in (float("inf"), -float("inf")) else (float(token), "")


VALUES = {
    "mark": lambda token: ({} if token == "{" else [], ""),
    "string": lambda token: (json.loads(token), ""),
    "word": lambda token: ({"true": True, "false": False, "null": None}[token], ""),
    "whole": whole,
    "real": real,
}
