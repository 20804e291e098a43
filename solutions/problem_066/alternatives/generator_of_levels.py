"""Functional: a reply becomes a text, a text a value, a value a call; a generator peels the levels off."""

import json
import re
from collections import Counter
from itertools import chain, islice
from math import isfinite


class MalformedCall(ValueError):
    pass


def parse_tool_call(reply):
    text = trimmed(reply)
    language = re.match(r"```([\w-]*)", text, re.ASCII)
    inside = trimmed(text[language.end() :]) if language else text
    end = "```" if language else ""
    value = json_or_error(inside.removesuffix(end)) if inside.endswith(end) else ValueError("unclosed code fence")
    if not inside.startswith("{"):
        return None
    if isinstance(value, Exception):
        return malformed(value) if re.search(r"""(["'])tool\1""", inside) else None
    return as_call(value["tool"], value.get("arguments", "")) if "tool" in value else None


def trimmed(text):
    return text.strip(" \n\t\r")


def malformed(*parts):
    raise MalformedCall(" ".join(map(str, parts)))


def as_call(tool, arguments):
    if not (isinstance(tool, str) and trimmed(tool)):
        malformed("tool: a name, please")
    return dict(tool=tool, arguments=as_arguments(arguments))


def as_arguments(arguments):
    if arguments is None or (isinstance(arguments, str) and not trimmed(arguments)):
        return {}
    found = json_or_error(arguments) if isinstance(arguments, str) else arguments
    return found if isinstance(found, dict) else malformed("arguments: an object, please; not", shown(found))


def shown(found):
    return found if isinstance(found, Exception) else type(found)


def json_or_error(text):
    try:
        value = json.loads(text, object_pairs_hook=once_each, parse_constant=never, parse_float=ordinary)
    except (RecursionError, ValueError) as error:
        return error
    return ValueError("101 levels") if any(islice(levels(value), 100, None)) else value


def levels(value):
    """Yield, level by level, the list of the lists and dicts that lie there; from outside in, until there are none."""
    level = [value]
    while level := [item for item in level if type(item) in (list, dict)]:
        yield level
        level = list(chain.from_iterable(item.values() if type(item) is dict else item for item in level))


def once_each(pairs):
    repeated = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
    if repeated:
        raise ValueError(f"key {repeated[0][:30]!a:.40} twice")
    return dict(pairs)


def never(constant):
    raise ValueError(constant)


def ordinary(digits):
    return float(digits) if isfinite(float(digits)) else never("an endless number")
