"""A model that plays a script, and the replies to write the script with."""

import json
from typing import Any

from judge.plain import plain

Message = dict[str, Any]
Reply = dict[str, Any]


def final(content: str, usage: int | None = None) -> Reply:
    """Return a reply that ends the run with `content`. Without `usage` the reply has no such key."""
    return {"type": "final", "content": content} | _usage(usage)


def call(name: str, args: dict[str, Any] | None = None, usage: int | None = None) -> Reply:
    """Return a reply that asks for the tool `name`. Without `args`, or without `usage`, the reply has no such key."""
    return {"type": "tool", "name": name} | ({} if args is None else {"args": args}) | _usage(usage)


def scripted(*replies: Reply) -> "ScriptedModel":
    """Return a model that gives `replies` one by one: ``scripted(call("ping"), final("done"))``."""
    return ScriptedModel(replies)


class ScriptedModel:
    """A model without a mind: it gives the next reply of its script, and remembers what it was sent."""

    def __init__(self, replies: tuple[Reply, ...]) -> None:
        self.replies = replies
        self._script = plain(replies)  # What the attempt does to a reply is not part of it.
        self.sent: list[list[Message]] = []
        """The transcript of every call, copied at the moment of the call."""

    def __call__(self, transcript: list[Message], /) -> Reply:
        """Return the next reply. Raise `Runaway` after the last one."""
        self.sent.append(plain(transcript))
        if len(self.sent) > len(self.replies):
            raise Runaway(f"the script holds {len(self.replies)} replies, and the model was asked for one more")
        return self.replies[len(self.sent) - 1]

    def __repr__(self) -> str:
        return f"scripted({', '.join(map(_in_words, self._script))})"


class Runaway(BaseException):
    """The model was asked for more replies than its script holds.

    It is no `Exception`, so that a loop that catches those ends here too.
    """


def _usage(usage: int | None) -> Reply:
    return {} if usage is None else {"usage": usage}


def _in_words(reply: Reply) -> str:
    """Write `reply` as a test writes it; a reply that neither builder makes is shown as the dict that it is."""
    usage = reply.get("usage")
    tokens = [] if usage is None else [f"usage={usage:_}"]
    if reply == final(reply.get("content", ""), usage):
        return f"final({', '.join([_quoted(reply['content']), *tokens])})"
    if reply == call(reply.get("name", ""), reply.get("args"), usage):
        args = [_quoted(reply["args"])] if "args" in reply else []
        return f"call({', '.join([_quoted(reply['name']), *args, *tokens])})"
    return _quoted(reply)


def _quoted(value: Any) -> str:
    """Return JSON data as Python writes it, but with strings in double quotes."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=not value.isprintable())
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_quoted(key)}: {_quoted(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_quoted, value)) + "]"
    return repr(value)
