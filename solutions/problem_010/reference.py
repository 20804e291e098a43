"""The reference: a call enters the view with its placeholder, and a real result takes the placeholder's place."""

from collections import defaultdict

from problems.problem_010.lab import PLACEHOLDER, Message, tool_calls


def context_for_model(messages: list[Message]) -> list[Message]:
    """Return the record `messages` as a strict provider accepts it, as a new list; the record stays as it is."""
    view: list[Message] = []
    open_places: dict[str, list[int]] = defaultdict(list)  # By id, the places of placeholders, the nearest last.
    for message in messages:
        if message["role"] == "toolResult":
            places = open_places[message["tool_call_id"]]
            if places and not is_placeholder(message):
                view[places.pop()] = message
        elif not is_failed_and_empty(message):
            view.append(message)
            for call in calls_of(message):
                open_places[call["id"]].append(len(view))
                view.append(placeholder(call))
    return view


def calls_of(message: Message) -> list[Message]:
    """Return what the message asks for; a user asks for nothing."""
    return tool_calls(message) if message["role"] == "assistant" else []


def is_failed_and_empty(message: Message) -> bool:
    """Tell whether the message is a reply that failed or was stopped before it said anything."""
    return message.get("stop_reason") in ("error", "aborted") and message["content"] == []


def placeholder(call: Message) -> Message:
    """Return the result that stands for the one that `call` never got."""
    return {
        "role": "toolResult",
        "tool_call_id": call["id"],
        "tool_name": call["name"],
        "content": PLACEHOLDER,
        "is_error": True,
    }


def is_placeholder(result: Message) -> bool:
    """Tell whether a recorded result says no more than that there is none."""
    return result["is_error"] and result["content"] == PLACEHOLDER
