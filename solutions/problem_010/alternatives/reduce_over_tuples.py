"""A fold over the record: each step takes the view so far, a tuple of tuples, and returns a new one."""

from functools import reduce
from itertools import chain

from problems.problem_010.lab import PLACEHOLDER, result, tool_calls


def context_for_model(messages):
    return list(chain.from_iterable(reduce(step, messages, ())))


def step(turns, message):
    """Return the turns after `message`; a turn is a message and what stands for the results of its calls."""
    if message["role"] == "toolResult":
        return turns if is_placeholder(message) else placed(turns, message)
    if message["role"] == "user":
        return (*turns, (message,))
    if message["content"] == [] and message.get("stop_reason") in {"error", "aborted"}:
        return turns
    return (*turns, (message, *map(placeholder, tool_calls(message))))


def placed(turns, answer):
    """Return the turns with `answer` in the last place that waits for it."""
    if not turns:
        return ()
    *before, last = turns
    waiting = [is_placeholder(each) and each["tool_call_id"] == answer["tool_call_id"] for each in last]
    if any(waiting):
        at = waiting.index(True)
        return (*before, (*last[:at], answer, *last[at + 1 :]))
    return (*placed(tuple(before), answer), last)


def placeholder(call):
    return result(call["id"], PLACEHOLDER, tool_name=call["name"], is_error=True)


def is_placeholder(message):
    return message.get("content") == PLACEHOLDER and message.get("is_error", False)
