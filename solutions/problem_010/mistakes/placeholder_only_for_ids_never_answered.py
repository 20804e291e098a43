"""A call gets a placeholder only if its id has no result anywhere, so a reused id leaves one open."""

from collections import defaultdict

from problems.problem_010.lab import PLACEHOLDER, tool_calls

BREAKS = ["R5", "R6", "R13"]


def context_for_model(messages):
    view = []
    waiting = defaultdict(list)
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
                    view.append(placeholder(call))
    answered = {each["tool_call_id"] for each in view if each["role"] == "toolResult" and not is_placeholder(each)}
    return [
        each
        for each in view
        if not (each.get("is_error") and is_placeholder(each) and each["tool_call_id"] in answered)
    ]


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
