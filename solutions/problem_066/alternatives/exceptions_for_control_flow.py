"""Exceptions for control flow: an answer is raised from deep inside, and each fault has a class of its own."""

import json
import string

SPACE = "\t\n\r "
WORD = string.ascii_letters + string.digits + "-_"


class MalformedCall(ValueError):
    def __init__(self, place, problem):
        super().__init__(place, problem)
        self.place, self.problem = place, problem

    def __str__(self):
        return f"{self.place}: {self.problem}"


class BadTool(MalformedCall):
    pass


class BadArguments(MalformedCall):
    pass


class BadText(MalformedCall):
    pass


class Answer(Exception):
    pass


class NotStrict(Exception):
    pass


def parse_tool_call(reply):
    try:
        call = opened(reply)
        return {"tool": tool(call), "arguments": arguments(call)}
    except Answer:
        return None


def opened(reply):
    text = reply.strip(SPACE)
    fenced = text.startswith("```")
    if fenced:
        text = text.removeprefix("```").lstrip(WORD).strip(SPACE)
    if not text.startswith("{"):
        raise Answer
    try:
        if fenced and not text.endswith("```"):
            raise NotStrict("the fence stays open")
        return strict(text.removesuffix("```") if fenced else text)
    except NotStrict as error:
        if '"tool"' in text or "'tool'" in text:
            raise BadText("text", error) from None
        raise Answer from None


def tool(call):
    try:
        name = call["tool"]
        if name.strip(SPACE):
            return name
    except KeyError:
        raise Answer from None
    except AttributeError:
        pass
    raise BadTool("tool", "a name is needed")


def arguments(call):
    given = call.get("arguments", "")
    if given is None:
        given = ""
    try:
        given.keys()
        return given
    except AttributeError:
        pass
    try:
        if not given.strip(SPACE):
            return {}
    except AttributeError:
        raise BadArguments("arguments", "only an object will do") from None
    try:
        decoded = strict(given)
        decoded.keys()
        return decoded
    except NotStrict as error:
        raise BadArguments("arguments, decoded", error) from None
    except AttributeError:
        raise BadArguments("arguments, decoded", "only an object will do") from None


def strict(text):
    try:
        value = json.loads(text, object_pairs_hook=Pairs, parse_constant=not_strict, parse_float=in_range)
        return built(value, 1)
    except (ValueError, RecursionError) as error:
        raise NotStrict(str(error)) from None


class Pairs(list):
    """The members of an object as they were read, so that none is lost."""


def built(value, level):
    if level > 100 and isinstance(value, list):
        raise NotStrict("too deep")
    if isinstance(value, Pairs):
        members = {}
        for key, item in value:
            if members.setdefault(key, members) is not members:
                raise NotStrict(f"two of the key {key[:40]!r:.40}")
            members[key] = built(item, level + 1)
        return members
    return [built(item, level + 1) for item in value] if isinstance(value, list) else value


def not_strict(constant):
    raise NotStrict(f"there is no {constant} in JSON")


def in_range(digits):
    if "inf" in str(float(digits)):
        raise NotStrict("a number is infinite")
    return float(digits)
