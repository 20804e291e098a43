"""A result without a call gets a call made up for it, with arguments that nobody ever sent."""

from collections import defaultdict

from problems.problem_010.lab import PLACEHOLDER, tool_calls

BREAKS = ["R9", "R3"]


def context_for_model(messages):
    view = []
    asked = set()
    waiting = defaultdict(list)
    for message in messages:
        if message["role"] == "toolResult":
            places = waiting[message["tool_call_id"]]
            if places and not is_placeholder(message):
                view[places.pop()] = message
            elif message["tool_call_id"] not in asked:
                view += [made_up_call(message), message]
        elif not is_failed_and_empty(message):
            view.append(message)
            if message["role"] == "assistant":
                for call in tool_calls(message):
                    asked.add(call["id"])
                    waiting[call["id"]].append(len(view))
                    view.append(placeholder(call))
    return view


def made_up_call(result):
    block = {"type": "toolCall", "id": result["tool_call_id"], "name": result["tool_name"], "arguments": {}}
    return {"role": "assistant", "content": [block], "stop_reason": "toolUse"}


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
