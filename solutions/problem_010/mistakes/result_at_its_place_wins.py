"""A result that stands right at its place beats one that was recorded before it."""

from problems.problem_010.lab import PLACEHOLDER, result, tool_calls

BREAKS = ["R7"]


def context_for_model(messages):
    view = []
    waiting = {}
    home = {}
    for at, message in enumerate(messages):
        if message["role"] == "toolResult":
            if message["is_error"] and message["content"] == PLACEHOLDER:
                continue
            if waiting.get(message["tool_call_id"]):
                view[waiting[message["tool_call_id"]].pop()] = message
            elif at in home and home[at][0] == message["tool_call_id"]:
                view[home[at][1]] = message
        elif message["content"] != [] or message.get("stop_reason") not in ("error", "aborted"):
            view.append(message)
            calls = tool_calls(message) if message["role"] == "assistant" else []
            for offset, call in enumerate(calls, start=1):
                waiting.setdefault(call["id"], []).append(len(view))
                home[at + offset] = call["id"], len(view)
                view.append(result(call["id"], PLACEHOLDER, tool_name=call["name"], is_error=True))
    return view
