"""One dict from id to result serves the whole record, so a reused id gets the first turn's result in every turn."""

from problems.problem_010.lab import PLACEHOLDER, result, tool_calls

BREAKS = ["R6", "R9"]


def context_for_model(messages):
    results = {}
    for message in messages:
        if message["role"] == "toolResult" and not is_placeholder(message):
            results.setdefault(message["tool_call_id"], message)
    view = []
    for message in messages:
        if message["role"] == "toolResult" or (message["content"] == [] and "stop_reason" in message):
            continue
        view.append(message)
        if message["role"] == "assistant":
            for call in tool_calls(message):
                missing = result(call["id"], PLACEHOLDER, tool_name=call["name"], is_error=True)
                view.append(results.get(call["id"], missing))
    return view


def is_placeholder(message):
    return message["is_error"] and message["content"] == PLACEHOLDER
