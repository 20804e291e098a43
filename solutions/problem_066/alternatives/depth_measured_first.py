"""The brackets are counted before anything is parsed, so that nothing can blow the parser; then a match statement."""

import re
from json import JSONDecoder

BLANK = " \t\n\r"
STRING_OR_BRACKET = re.compile(r'"(?:[^"\\]++|\\.)*"?|[\[\]{}]', re.DOTALL)
FENCED = re.compile(r"```[\w-]*[ \t\n\r]*(\{.*)", re.DOTALL | re.ASCII)
INFINITE = (float("inf"), float("-inf"))


class MalformedCall(ValueError):
    """What was meant as a call and is none."""


def members(pairs):
    keys = set()
    for key, _ in pairs:
        if key in keys:
            raise ValueError(" ".join(f"repeated key: {key:.50}".splitlines()))
        keys.add(key)
    return dict(pairs)


def number(text):
    if float(text) in INFINITE:
        raise ValueError("a number is out of range")
    return float(text)


def no_number(text):
    raise ValueError("no JSON number: " + text)


STRICT = JSONDecoder(object_pairs_hook=members, parse_float=number, parse_constant=no_number)


def strictly(text):
    level = 0
    for found in STRING_OR_BRACKET.finditer(text):
        level += {"[": 1, "{": 1, "]": -1, "}": -1}.get(found[0], 0)
        if level > 100:
            raise ValueError(f"level 101 begins at character {found.start()}")
    return STRICT.decode(text)


def parse_tool_call(reply):
    text, closing = reply.strip(BLANK), ""
    if fenced := FENCED.fullmatch(text):
        text, closing = fenced[1], "```"
    if text[:1] != "{":
        return None
    try:
        if not text.endswith(closing):
            raise ValueError("no fence at the end")
        call = strictly(text[: len(text) - len(closing)])
    except ValueError as error:
        if re.search("\"tool\"|'tool'", text):
            raise MalformedCall(f"unreadable: {error}") from error
        return None
    match call:
        case {"tool": str(name), **rest} if name.strip(BLANK):
            return {"tool": name, "arguments": arguments_of(rest)}
        case {"tool": _}:
            raise MalformedCall("the tool has no name")
    return None


def arguments_of(rest):
    match rest:
        case {"arguments": dict(arguments)}:
            return arguments
        case {"arguments": str(text)} if text.strip(BLANK):
            try:
                decoded = strictly(text)
            except ValueError as error:
                raise MalformedCall(f"unreadable text in arguments: {error}") from error
            if isinstance(decoded, dict):
                return decoded
        case {"arguments": None | str()}:
            return {}
        case {"arguments": _}:
            pass
        case _:
            return {}
    raise MalformedCall("arguments hold something else than an object")
