"""The lab of problem 120: that of problem 005, with replies that say what they cost.

A reply says in `usage` how many input tokens its request took. A test writes the number, or the very value that is to
stand there, such as None or `{"input": 400, "output": 20}`; where it writes nothing, the reply has no such key.

>>> model = scripted(reply(call("read", {"path": "missing.py"}), usage=400), say("It is not there.", usage=450))
>>> model
scripted(reply(call('read', {'path': 'missing.py'}), usage=400), say('It is not there.', usage=450))
>>> model.complete(SYSTEM, [user_message("Open missing.py")], tool_specs([read_tool()]))["usage"]
{'input': 400}

`error_message` and `context_for_model` are given here; problem 005 is where one writes them.
"""

import json
from dataclasses import replace
from types import EllipsisType
from typing import Any

import problems.problem_005.lab as unpaid
from judge.plain import plain
from problems.problem_005.lab import (
    CHARACTERS_PER_TOKEN,
    MAX_CALLS,
    SYSTEM,
    Call,
    Message,
    Request,
    Runaway,
    Step,
    Tool,
    call,
    crash,
    forever,
    make_tool,
    read_tool,
    run_tool,
    shape,
    show,
    text_of,
    tool_calls,
    tool_specs,
    user_message,
    validate,
)

__all__ = [
    "MAX_CALLS",
    "SYSTEM",
    "Message",
    "Request",
    "Runaway",
    "ScriptedModel",
    "Step",
    "Tool",
    "call",
    "context_for_model",
    "crash",
    "error_message",
    "fail",
    "forever",
    "make_tool",
    "read_tool",
    "reply",
    "run_tool",
    "say",
    "scripted",
    "shape",
    "show",
    "stuck",
    "text_of",
    "tokens",
    "tool_calls",
    "tool_specs",
    "user_message",
    "validate",
]

# `...` is what stands for nothing written, since None is a value like any other.
Usage = int | dict[str, Any] | EllipsisType | None


# Written in problem 005


def error_message(text: str) -> Message:
    """Return the assistant message that says that a run has failed or was stopped, and why."""
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages: list[Message]) -> list[Message]:
    """Return the view of a record: a new list, without the replies that failed before they said anything."""
    return [message for message in messages if message.get("stop_reason") != "error" or message["content"]]


# Scripts


def say(text: str, usage: Usage = ...) -> Step:
    """The model answers with `text` and asks for nothing."""
    return _paid(unpaid.say(text), usage)


def reply(*content: str | Call, stop_reason: str = "toolUse", usage: Usage = ...) -> Step:
    """The model replies with texts and calls, in this order."""
    return _paid(unpaid.reply(*content, stop_reason=stop_reason), usage)


def fail(text: str, *content: str | Call, usage: Usage = ...) -> Step:
    """The provider fails with the error message `text`, having got `content` out before that."""
    return _paid(unpaid.fail(text, *content), usage)


def stuck(call: Call, usage: Usage = ...) -> Step:
    """The model makes the same call for ever, at the same price, under a new id each time."""
    return replace(_paid(unpaid.stuck(call), usage), again=lambda request: reply(call, usage=usage))


def _paid(step: Step, usage: Usage) -> Step:
    """Return `step` with `usage` in its message and in its words."""
    if usage is ...:
        return step
    said = {"input": usage} if isinstance(usage, int) else usage
    return replace(step, written=f"{step.written[:-1]}, usage={usage!r})", ending={**step.ending, "usage": said})


# The model


class ScriptedModel(unpaid.ScriptedModel):
    """The scripted model of problem 005; what it returns shares no `usage` with the script."""

    def complete(self, system: str, messages: list[Message], specs: list[dict[str, Any]]) -> Message:
        """Return the model's reply to `messages`, a new assistant message, which may be a failed one.

        An invalid request gets a failed reply that begins with ``400 invalid_request``; the script stays where it is.
        Raises what a `crash` step holds, and Runaway after MAX_CALLS calls or at the end of the script.
        """
        return plain(super().complete(system, messages, specs))


def scripted(*script: Step) -> ScriptedModel:
    """Return a model that follows `script`."""
    return ScriptedModel(*script)


def tokens(request: Request) -> int:
    """Return the input tokens of a request as `model.bill` counts them; for `forever`, where a price may grow."""
    return len(json.dumps([request.system, request.messages, request.specs])) // CHARACTERS_PER_TOKEN
