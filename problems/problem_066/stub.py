"""Write `parse_tool_call`: tell a tool call from an answer and from a malformed call. The rules are in spec.md."""


class MalformedCall(ValueError):
    """The reply was meant as a tool call, but none that may be run; the message says what is wrong with it."""


def parse_tool_call(reply: str) -> dict | None:
    """Return `{"tool": NAME, "arguments": {...}}` if `reply` is a tool call, and None if it is an answer.

    Raises MalformedCall for a reply that looks like a call and cannot be read as one.
    """
    raise NotImplementedError("parse_tool_call is not written yet")
