"""The first result behind a reply is taken for its first call, the next for its second, whatever their ids."""

from problems.problem_010.lab import PLACEHOLDER, result, tool_calls

BREAKS = ["R6", "R4"]


def context_for_model(messages):
    view = []
    places = []
    for message in messages:
        if message["role"] == "toolResult":
            if places and not (message["is_error"] and message["content"] == PLACEHOLDER):
                place = places.pop(0)
                view[place] = message | {"tool_call_id": view[place]["tool_call_id"]}
        elif message["content"] != [] or message.get("stop_reason") not in ("error", "aborted"):
            view.append(message)
            if message["role"] == "assistant":
                places.clear()
                for call in tool_calls(message):
                    places.append(len(view))
                    view.append(result(call["id"], PLACEHOLDER, tool_name=call["name"], is_error=True))
    return view
