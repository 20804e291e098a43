"""Each real result walks back through the record to its call; a second pass lays the view out from the pairs found."""

TEXT = "No result: the run was interrupted before this call finished."


def context_for_model(messages):
    result_of = {}
    for place, message in enumerate(messages):
        if message["role"] == "toolResult" and not (message["is_error"] and message["content"] == TEXT):
            for earlier in range(place - 1, -1, -1):
                pair = earlier, message["tool_call_id"]
                if pair[1] in ids_of(messages[earlier]) and pair not in result_of:
                    result_of[pair] = message
                    break

    view = []
    for place, message in enumerate(messages):
        if message["role"] == "toolResult" or says_nothing(message):
            continue
        view.append(message)
        for call_id, name in ids_of(message).items():
            made_up = dict(role="toolResult", tool_call_id=call_id, tool_name=name, content=TEXT, is_error=True)
            view.append(result_of.get((place, call_id), made_up))
    return view


def ids_of(message):
    """Return the names of the tools that the message calls, by the ids of the calls."""
    if message["role"] != "assistant":
        return {}
    return {block["id"]: block["name"] for block in message["content"] if block["type"] == "toolCall"}


def says_nothing(message):
    failed = message.get("stop_reason") == "error" or message.get("stop_reason") == "aborted"
    return failed and len(message["content"]) == 0
