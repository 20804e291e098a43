"""A deep copy of the record is edited in place: each call gets a placeholder, and each result looks for its place."""

from copy import deepcopy

from problems.problem_010.lab import PLACEHOLDER, tool_calls

ERRORS = ("error", "aborted")


def context_for_model(messages):
    view = deepcopy(messages)
    index = 0
    while index < len(view):
        message = view[index]
        if is_noise(message):
            del view[index]
        elif message["role"] == "toolResult":
            home = find_home(view, index)
            del view[index]
            if home is not None:
                view[home] = message
        else:
            made_up = [placeholder(call) for call in tool_calls(message)] if message["role"] == "assistant" else []
            view[index + 1 : index + 1] = made_up
            index += 1 + len(made_up)
    return view


def is_noise(message):
    if message["role"] == "toolResult":
        return is_placeholder(message)
    return message["role"] == "assistant" and message.get("stop_reason") in ERRORS and not message["content"]


def find_home(view, index):
    """Return the nearest place before `index` with a placeholder of the same id."""
    wanted = view[index]["tool_call_id"]
    for home in range(index - 1, -1, -1):
        if is_placeholder(view[home]) and view[home]["tool_call_id"] == wanted:
            return home
    return None


def is_placeholder(message):
    return message["content"] == PLACEHOLDER and message.get("is_error") is True


def placeholder(call):
    made_up = {"role": "toolResult", "tool_call_id": call["id"], "tool_name": call["name"]}
    made_up["content"] = PLACEHOLDER
    made_up["is_error"] = True
    return made_up
