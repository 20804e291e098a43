"""That the fence is not closed is asked only of what parses as a call, so that other objects in it are answers."""

import json
import math
import re

BREAKS = ["R3"]

WHITE_SPACE = " \t\n\r"
OPENING_FENCE = re.compile(r"```[A-Za-z0-9_-]*")
DEEPEST = 100


class MalformedCall(ValueError):
    pass


def parse_tool_call(reply):
    text = reply.strip(WHITE_SPACE)
    fence = OPENING_FENCE.match(text)
    if fence:
        text = text[fence.end() :].lstrip(WHITE_SPACE)
    if not text.startswith("{"):
        return None
    try:
        call = read(text.removesuffix("```") if fence else text)
    except ValueError as error:
        if '"tool"' in text or "'tool'" in text:
            raise MalformedCall(f"the call cannot be read: {error}") from None
        return None
    if "tool" not in call:
        return None
    if fence and not text.endswith("```"):
        raise MalformedCall("the code fence is not closed at the end of the reply")
    return {"tool": checked_name(call["tool"]), "arguments": checked_arguments(call.get("arguments"))}


def checked_name(name):
    if not isinstance(name, str):
        raise MalformedCall(f"tool must be a string, not {type(name).__name__}")
    if is_blank(name):
        raise MalformedCall("tool is blank")
    return name


def checked_arguments(arguments):
    if arguments is None or (isinstance(arguments, str) and is_blank(arguments)):
        return {}
    if isinstance(arguments, str):
        try:
            arguments = read(arguments)
        except ValueError as error:
            raise MalformedCall(f"arguments is a string that cannot be read: {error}") from None
    if not isinstance(arguments, dict):
        raise MalformedCall(f"arguments must be an object, not {type(arguments).__name__}")
    return arguments


def is_blank(text):
    return not text.strip(WHITE_SPACE)


def read(text):
    try:
        value = json.loads(text, object_pairs_hook=unique, parse_float=finite, parse_constant=refuse)
    except RecursionError:
        raise ValueError("nested far too deep") from None
    check_depth(value, DEEPEST)
    return value


def unique(pairs):
    members = {}
    for key, value in pairs:
        if key in members:
            raise ValueError(f"the key {key[:30]!r:.40} is repeated")
        members[key] = value
    return members


def finite(digits):
    number = float(digits)
    if math.isinf(number):
        raise ValueError(f"the number {digits[:30]} is too large")
    return number


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


def check_depth(value, levels):
    if isinstance(value, dict | list):
        if levels == 0:
            raise ValueError(f"nested more than {DEEPEST} levels deep")
        for item in value.values() if isinstance(value, dict) else value:
            check_depth(item, levels - 1)
