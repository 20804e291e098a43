"""A call in a fence that is not closed is taken for an answer."""

import json
import math
import re
from collections import Counter

BREAKS = ["R3"]

SPACE = " \t\n\r"


class MalformedCall(ValueError):
    pass


def parse_tool_call(reply):
    text = reply.strip(SPACE)
    fence = re.match(r"```[A-Za-z0-9_-]*", text)
    if fence:
        text = text[fence.end() :].strip(SPACE)
    if not text.startswith("{") or fence and not text.endswith("```"):
        return None
    try:
        call = strict(text[:-3] if fence else text)
    except (ValueError, RecursionError) as exc:
        if '"tool"' not in text and "'tool'" not in text:
            return None
        raise MalformedCall(f"not JSON: {exc}") from exc
    match call:
        case {"tool": str(name)} if name.strip(SPACE):
            return {"tool": name, "arguments": arguments_of(call)}
        case {"tool": _}:
            raise MalformedCall("tool is no name")
    return None


def arguments_of(call):
    match call.get("arguments"):
        case None:
            return {}
        case dict(found):
            return found
        case str(text) if not text.strip(SPACE):
            return {}
        case str(text):
            try:
                found = strict(text)
            except (ValueError, RecursionError) as exc:
                raise MalformedCall(f"arguments is a string that does not parse: {exc}") from exc
            if isinstance(found, dict):
                return found
    raise MalformedCall("arguments is no object")


def strict(text):
    value = json.loads(text, object_pairs_hook=members, parse_float=finite, parse_constant=no_number)
    if depth(value) > 100:
        raise ValueError("more than 100 levels")
    return value


def members(pairs):
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise ValueError(f"repeated: {next(key for key in counts if counts[key] > 1)[:30]!r:.40}")
    return found


def finite(digits):
    if math.isinf(float(digits)):
        raise ValueError("an infinite number")
    return float(digits)


def no_number(name):
    raise ValueError(f"{name} is no number")


def depth(value):
    if isinstance(value, dict):
        value = list(value.values())
    return 1 + max((depth(item) for item in value), default=0) if isinstance(value, list) else 0
