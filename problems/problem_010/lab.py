"""The lab of problem 010: builders for messages, and a validator as strict as the strictest provider.

Messages are those of problem 005. A record is a list of them, and a test writes it down like this:

>>> record = [user_message("Open it."), reply(call("c1", path="a.py")), user_message("Hello?"), result("c1", "x = 1")]
>>> shape(record)
'U A[c1] U R(c1)'
>>> validate(record)
['messages[1]: call c1 has no result', 'messages[3]: result c1 has no call']
"""

from collections.abc import Iterator
from typing import Any

from problems.problem_005 import lab as lab_of_005
from problems.problem_005.lab import Message, shape, show, text_of, tool_calls, user_message

__all__ = [
    "PLACEHOLDER",
    "Message",
    "aborted",
    "call",
    "failed",
    "reply",
    "result",
    "shape",
    "show",
    "text_of",
    "tool_calls",
    "user_message",
    "validate",
]

PLACEHOLDER = "No result: the run was interrupted before this call finished."


def call(call_id: str, tool_name: str = "read", /, **arguments: Any) -> Message:
    """Return a tool call, to stand in `reply`, `failed` or `aborted`."""
    return {"type": "toolCall", "id": call_id, "name": tool_name, "arguments": arguments}


def reply(*content: str | Message) -> Message:
    """Return an assistant message of texts and calls, in this order."""
    stop_reason = "stop" if all(isinstance(item, str) for item in content) else "toolUse"
    return {"role": "assistant", "content": _blocks(content), "stop_reason": stop_reason}


def failed(error: str, *content: str | Message) -> Message:
    """Return a reply that failed with the error message `error`, having got `content` out before that."""
    return {"role": "assistant", "content": _blocks(content), "stop_reason": "error", "error_message": error}


def aborted(*content: str | Message) -> Message:
    """Return a reply that the user stopped when it had got `content` out."""
    return {"role": "assistant", "content": _blocks(content), "stop_reason": "aborted"}


def _blocks(content: tuple[str | Message, ...]) -> list[Message]:
    return [{"type": "text", "text": item} if isinstance(item, str) else item for item in content]


def result(call_id: str, content: str, *, tool_name: str = "read", is_error: bool = False) -> Message:
    """Return the tool result of the call with this id."""
    return {
        "role": "toolResult",
        "tool_call_id": call_id,
        "tool_name": tool_name,
        "content": content,
        "is_error": is_error,
    }


def validate(messages: list[Message]) -> list[str]:
    """Return what the strictest provider would complain about, nothing if it would accept the messages.

    That is all that problem 005's validator finds, and besides results that do not come in the order of their calls,
    and ids that come twice in one message.
    """
    return lab_of_005.validate(messages) or list(_out_of_order(messages))


def _out_of_order(messages: list[Message]) -> Iterator[str]:
    """Yield the complaints about messages in which each call has one result, somewhere behind its message."""
    for index, message in enumerate(messages):
        asked = [block["id"] for block in tool_calls(message)] if message["role"] == "assistant" else []
        if len(asked) > len(set(asked)):
            yield f"messages[{index}]: ids come twice"
        elif asked != [answer["tool_call_id"] for answer in messages[index + 1 : index + 1 + len(asked)]]:
            yield f"messages[{index}]: results are not in the order of the calls"
