"""Keys are compared in a Unicode normal form, so that two keys which only look alike count as repeated."""

import json
import math
import re
import unicodedata

BREAKS = ["R10"]


class MalformedCall(ValueError):
    pass


SPACE = " \t\n\r"
MAX_DEPTH = 100


class _Broken(Exception):
    pass


def _pairs(pairs):
    result, seen = {}, set()
    for key, value in pairs:
        form = unicodedata.normalize("NFC", key)
        if form in seen:
            shown = key if re.fullmatch("[A-Za-z0-9_]{1,30}", key) else "(not shown)"
            raise _Broken("the key is repeated: " + shown)
        seen.add(form)
        result[key] = value
    return result


def _constant(name):
    raise _Broken(name + " is not allowed")


def _float(text):
    value = float(text)
    if math.isinf(value):
        raise _Broken("a number is infinite")
    return value


def _int(text):
    if len(text.lstrip("-")) > 4300:
        raise _Broken("an integer is too long")
    return int(text)


def _check_depth(text):
    depth = 0
    in_string = escaped = False
    for char in text:
        if in_string:
            if escaped:
                escaped = False
            elif char == "\\":
                escaped = True
            elif char == '"':
                in_string = False
        elif char == '"':
            in_string = True
        elif char in "{[":
            depth += 1
            if depth > MAX_DEPTH:
                raise _Broken("nested too deep")
        elif char in "}]":
            depth -= 1


def _parse(text):
    _check_depth(text)
    try:
        return json.loads(text, object_pairs_hook=_pairs, parse_constant=_constant, parse_float=_float, parse_int=_int)
    except (json.JSONDecodeError, RecursionError) as error:
        raise _Broken("not valid JSON") from error


def _unfence(text):
    begin = re.match("```[A-Za-z0-9_-]*", text)
    if not begin:
        return text, True
    rest = text[begin.end() :]
    if rest.endswith("```"):
        return rest[:-3].strip(SPACE), True
    return rest.strip(SPACE), False


def _arguments(value):
    if value is None:
        return {}
    if isinstance(value, str):
        if not value.strip(SPACE):
            return {}
        try:
            value = _parse(value)
        except _Broken as error:
            raise MalformedCall(f"arguments: {error}") from error
    if not isinstance(value, dict):
        raise MalformedCall("arguments must be an object")
    return value


def parse_tool_call(reply):
    text, whole = _unfence(reply.strip(SPACE))
    if not text.startswith("{"):
        return None
    try:
        if not whole:
            raise _Broken("the fence is not closed")
        call = _parse(text)
    except _Broken as error:
        if '"tool"' not in text and "'tool'" not in text:
            return None
        raise MalformedCall(str(error)) from error
    if "tool" not in call:
        return None
    name = call["tool"]
    if not isinstance(name, str) or not name.strip(SPACE):
        raise MalformedCall("tool must be a name")
    return {"tool": name, "arguments": _arguments(call.get("arguments"))}
