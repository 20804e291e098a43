"""A recursion on the last message: the view of all before it is made first, and then altered or added to."""

from problems.problem_010.lab import PLACEHOLDER, tool_calls


def context_for_model(messages):
    return view_of(messages, len(messages))


def view_of(messages, count):
    """Return the view of the first `count` messages."""
    if count == 0:
        return []
    view, last = view_of(messages, count - 1), messages[count - 1]
    if last["role"] == "toolResult":
        if not is_placeholder(last):
            fill(view, last)
    elif last["content"] != [] or not is_failed(last):
        view.append(last)
        if last["role"] == "assistant":
            view.extend(map(placeholder, tool_calls(last)))
    return view


def fill(view, answer):
    """Put `answer` into the last place of the view that is free for it."""
    waiting = (is_placeholder(each) and each["tool_call_id"] == answer["tool_call_id"] for each in reversed(view))
    for from_the_end, found in enumerate(waiting, start=1):
        if found:
            view[-from_the_end] = answer
            return


def is_placeholder(message):
    return message["role"] == "toolResult" and message["is_error"] and message["content"] == PLACEHOLDER


def is_failed(message):
    return "stop_reason" in message and message["stop_reason"] in ("error", "aborted")


def placeholder(call):
    return dict(role="toolResult", tool_call_id=call["id"], tool_name=call["name"], content=PLACEHOLDER, is_error=True)
