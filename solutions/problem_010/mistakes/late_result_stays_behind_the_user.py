"""A result is left where it was recorded, so the user's message still stands between call and result."""

from problems.problem_010.lab import PLACEHOLDER, result, tool_calls

BREAKS = ["R4", "R13"]


def context_for_model(messages):
    view = []
    waiting = []
    for message in messages:
        if message["role"] == "toolResult":
            nearest = [call for call in reversed(waiting) if call["id"] == message["tool_call_id"]]
            if nearest and not (message["is_error"] and message["content"] == PLACEHOLDER):
                view[nearest[0]["place"]] = None
                waiting.remove(nearest[0])
                view.append(message)
        elif message["content"] or message.get("stop_reason") not in ("error", "aborted") or message["role"] == "user":
            view.append(message)
            for call in tool_calls(message) if message["role"] == "assistant" else []:
                waiting.append({"id": call["id"], "place": len(view)})
                view.append(result(call["id"], PLACEHOLDER, tool_name=call["name"], is_error=True))
    return [message for message in view if message is not None]
