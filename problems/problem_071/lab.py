"""What problem 071 provides: the model and tools of problem 070, and a parser that tells a broken call apart."""

import json
import math
import re
from collections import Counter
from typing import Any, NoReturn

from problems.problem_070.lab import (
    NO_RESULT,
    SLOT,
    SYSTEM_PROMPT,
    TOOLS,
    ScriptedModel,
    ScriptExhausted,
    Tool,
    dispatch,
    make_llm,
    recording,
    tool_call,
)

__all__ = [
    "NO_RESULT",
    "SLOT",
    "SYSTEM_PROMPT",
    "TOOLS",
    "MalformedCall",
    "ScriptExhausted",
    "ScriptedModel",
    "Tool",
    "dispatch",
    "make_llm",
    "parse_tool_call",
    "recording",
    "tool_call",
]


class MalformedCall(ValueError):
    """A reply was meant as a tool call and cannot be used as one; the message says why, for the model to read."""


_WHITE_SPACE = " \t\n\r"  # of JSON
_FENCE = "```"
_OPENING_FENCE = re.compile(_FENCE + "[A-Za-z0-9_-]*")
_DEEPEST = 100
_LONGEST_QUOTE = 80


def parse_tool_call(reply: str) -> dict[str, Any] | None:
    """Return `{"tool": str, "arguments": dict}` for a tool call, and None for an answer; raise MalformedCall.

    White space and one code fence around the reply do not count. What is left is a call if it is a JSON object with the
    key `tool`. It is a malformed call if `tool` is blank or no text, if `arguments` is no object, or if it begins as an
    object, names `"tool"` and is not strict JSON: no key twice in an object, no number that is not finite, nothing
    nested more than 100 deep. Missing, null and blank arguments are `{}`; a text that holds an object is read, once.
    """
    text = reply.strip(_WHITE_SPACE)
    fence = _OPENING_FENCE.match(text)
    if fence:
        text = text[fence.end() :].lstrip(_WHITE_SPACE)
    if not text.startswith("{"):
        return None
    try:
        value = _read(_before_closing_fence(text) if fence else text)
    except MalformedCall:
        if '"tool"' in text or "'tool'" in text:
            raise
        return None
    if "tool" not in value:
        return None
    return {"tool": _name(value["tool"]), "arguments": _arguments(value.get("arguments"))}


def _before_closing_fence(text: str) -> str:
    if not text.endswith(_FENCE):
        raise MalformedCall("the code fence is not closed at the end of the reply")
    return text.removesuffix(_FENCE)


def _read(text: str) -> Any:
    """Return the value of a strict JSON text; raise MalformedCall, which says what is wrong, if it is not one."""
    try:
        value = _DECODER.decode(text)
        _check_depth(value, _DEEPEST)
    except MalformedCall:
        raise
    except json.JSONDecodeError as exc:
        rest = text[exc.pos :]
        what = f"not JSON at character {exc.pos}: {_quoted(repr(rest))}" if rest else "the JSON text is cut off"
        raise MalformedCall(what) from None
    except RecursionError:
        _too_deep()
    except ValueError:
        raise MalformedCall("a number has too many digits") from None
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the pairs as a dict; raise MalformedCall if a key comes twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        [(twice, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise MalformedCall(f"the key {_quoted(repr(twice))} comes twice in one object")
    return found


def _constant(name: str) -> NoReturn:
    raise MalformedCall(f"{name} is not JSON")


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):
        raise MalformedCall(f"the number {_quoted(number)} is too large")
    return value


_DECODER = json.JSONDecoder(object_pairs_hook=_object, parse_float=_finite, parse_constant=_constant)


def _check_depth(value: Any, left: int) -> None:
    """Raise MalformedCall if objects and lists are nested more than `left` deep."""
    if type(value) in (dict, list):
        if left == 0:
            _too_deep()
        for item in value.values() if type(value) is dict else value:
            _check_depth(item, left - 1)


def _too_deep() -> NoReturn:
    raise MalformedCall(f"nested more than {_DEEPEST} deep") from None


def _name(tool: Any) -> str:
    if type(tool) is not str:
        raise MalformedCall(f"`tool` is {_described(tool)}, not a text")
    if not tool.strip(_WHITE_SPACE):
        raise MalformedCall("`tool` is blank")
    return tool


def _arguments(given: Any) -> dict[str, Any]:
    """Return the arguments as an object, whichever of the permitted ways they were given in."""
    if given is None or (type(given) is str and not given.strip(_WHITE_SPACE)):
        return {}
    value = _read_within_text(given) if type(given) is str else given
    if type(value) is not dict:
        raise MalformedCall(f"`arguments` is {_described(given)}, not an object")
    return value


def _read_within_text(text: str) -> Any:
    try:
        return _read(text)
    except MalformedCall as exc:
        raise MalformedCall(f"`arguments` is a text that cannot be read: {exc}") from None


_KINDS = {list: "a list", str: "a text", bool: "a truth value", int: "a number", float: "a number", dict: "an object"}


def _described(value: Any) -> str:
    """Return what kind of JSON value this is, and its text."""
    kind = _KINDS.get(type(value))
    text = json.dumps(value, ensure_ascii=False)
    return f"{kind} ({_quoted(text)})" if kind else text


def _quoted(text: str) -> str:
    """Return the text, cut to what a message may quote."""
    return text if len(text) <= _LONGEST_QUOTE else f"{text[: _LONGEST_QUOTE - 3]}..."
