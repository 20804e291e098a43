"""A parser written by hand, by recursive descent, that counts its levels as it goes down."""

import re

BLANK = re.compile(r"[ \t\n\r]*")
FENCE = re.compile(r"```[a-zA-Z0-9_-]*")
STRING = re.compile(r'"((?:[^"\\\x00-\x1f]++|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*)"')
NUMBER = re.compile(r"(-?(?:0|[1-9][0-9]*))((?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?)")
ESCAPE = re.compile(r"\\u([dD][89abAB]..)\\u([dD][c-fC-F]..)|\\u(....)|\\(.)")
LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
WORDS = {"true": True, "false": False, "null": None}


class MalformedCall(ValueError):
    pass


class Unreadable(Exception):
    pass


def parse_tool_call(reply):
    start = BLANK.match(reply).end()
    end = len(reply)
    while end > start and reply[end - 1] in " \t\n\r":
        end -= 1
    fence = FENCE.match(reply, start, end)
    if fence:
        start = BLANK.match(reply, fence.end(), end).end()
    if reply[start:end][:1] != "{":
        return None
    try:
        if fence:
            if reply[max(start, end - 3) : end] != "```":
                raise Unreadable(f"the fence at character {fence.start()} is not closed")
            end -= 3
        members = Parser(reply[:end]).document(start)
    except Unreadable as unreadable:
        if any(reply.find(name, start) >= 0 for name in ('"tool"', "'tool'")):
            raise MalformedCall(str(unreadable)) from unreadable
        return None
    if "tool" not in members:
        return None
    return {"tool": the_name(members["tool"]), "arguments": the_arguments(members.get("arguments"))}


def the_name(name):
    if type(name) is not str or BLANK.fullmatch(name):
        raise MalformedCall("`tool` has to be a string that is not blank")
    return name


def the_arguments(given):
    if type(given) is str and not BLANK.fullmatch(given):
        try:
            given = Parser(given).document(0)
        except Unreadable as unreadable:
            raise MalformedCall(f"`arguments` is a string: {unreadable}") from unreadable
    elif given is None or type(given) is str:
        return {}
    if type(given) is not dict:
        raise MalformedCall("`arguments` has to be an object")
    return given


class Parser:
    def __init__(self, text):
        self.text = text

    def document(self, at):
        value, at = self.value(self.blank(at), 100)
        if self.blank(at) != len(self.text):
            raise Unreadable(f"more text at character {at}")
        return value

    def blank(self, at):
        return BLANK.match(self.text, at).end()

    def value(self, at, levels):
        first = self.text[at : at + 1]
        if first in ("{", "["):
            if not levels:
                raise Unreadable(f"too many levels at character {at}")
            return (self.object if first == "{" else self.list)(at + 1, levels - 1)
        if first == '"':
            return self.string(at)
        for word, value in WORDS.items():
            if self.text.startswith(word, at):
                return value, at + len(word)
        return self.number(at)

    def object(self, at, levels):
        members = {}
        for at in self.items(at, "}"):  # noqa: B020
            key, at = self.string(at)
            if key in members:
                raise Unreadable(f"a second {key[:36]!r:.40} before character {at}")
            at = self.blank(at)
            if self.text[at : at + 1] != ":":
                raise Unreadable(f"no colon at character {at}")
            members[key], self.end = self.value(self.blank(at + 1), levels)
        return members, self.end

    def list(self, at, levels):
        values = []
        for at in self.items(at, "]"):  # noqa: B020
            value, self.end = self.value(at, levels)
            values.append(value)
        return values, self.end

    def items(self, at, closing):
        """Yield where each item begins; whoever asks leaves in `self.end` where it ended."""
        at = self.blank(at)
        if self.text[at : at + 1] == closing:
            self.end = at + 1
            return
        while True:
            yield at
            at = self.blank(self.end)
            self.end = at + 1
            if self.text[at : at + 1] == closing:
                return
            if self.text[at : at + 1] != ",":
                raise Unreadable(f"neither a comma nor {closing} at character {at}")
            at = self.blank(at + 1)

    def string(self, at):
        found = STRING.match(self.text, at)
        if not found:
            raise Unreadable(f"no whole string at character {at}")
        return ESCAPE.sub(unescaped, found[1]), found.end()

    def number(self, at):
        found = NUMBER.match(self.text, at)
        if not found:
            raise Unreadable(f"no value at character {at}: {self.text[at : at + 9]!r}")
        whole, rest = found.groups()
        if abs(float(found[0])) == float("inf") if rest else len(whole.lstrip("-")) > 4300:
            raise Unreadable(f"too large a number at character {at}")
        return (float(found[0]) if rest else int(whole)), found.end()


def unescaped(escape):
    high, low, code, letter = escape.groups()
    if high:
        return chr(0x10000 + ((int(high, 16) & 0x3FF) << 10) + (int(low, 16) & 0x3FF))
    return chr(int(code, 16)) if code else LETTERS.get(letter, letter)
