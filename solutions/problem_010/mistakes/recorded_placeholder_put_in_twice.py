"""A recorded placeholder is put in for every call that it fits, so that one dict stands in two places of the view."""

from collections import defaultdict

from problems.problem_010.lab import PLACEHOLDER, tool_calls

BREAKS = ["R5"]


def context_for_model(messages):
    view = []
    waiting = defaultdict(list)
    recorded = [message for message in messages if message["role"] == "toolResult" and is_placeholder(message)]
    for message in messages:
        if message["role"] == "toolResult":
            places = waiting[message["tool_call_id"]]
            if places and not is_placeholder(message):
                view[places.pop()] = message
        elif not is_failed_and_empty(message):
            view.append(message)
            if message["role"] == "assistant":
                for call in tool_calls(message):
                    waiting[call["id"]].append(len(view))
                    made_up = placeholder(call)
                    view.append(next((each for each in recorded if each == made_up), made_up))
    return view


def is_failed_and_empty(message):
    return message.get("stop_reason") in ("error", "aborted") and message["content"] == []


def is_placeholder(result):
    return result["is_error"] and result["content"] == PLACEHOLDER


def placeholder(call):
    return {
        "role": "toolResult",
        "tool_call_id": call["id"],
        "tool_name": call["name"],
        "content": PLACEHOLDER,
        "is_error": True,
    }
