"""Calls count only in a reply that says "toolUse" or has failed, and not where a provider says "stop" or "length"."""

from collections import defaultdict

from problems.problem_010.lab import PLACEHOLDER, tool_calls

BREAKS = ["R5"]

WITH_CALLS = ("toolUse", "error", "aborted")


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
            if message["role"] == "assistant" and message.get("stop_reason", "toolUse") in WITH_CALLS:
                for call in tool_calls(message):
                    waiting[call["id"]].append(len(view))
                    view.append(placeholder(call))
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
