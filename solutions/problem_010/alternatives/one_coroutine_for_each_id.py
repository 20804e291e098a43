"""For every id there is a coroutine that is sent its calls and results in turn, and pairs them like brackets."""

from problems.problem_010.lab import PLACEHOLDER


def context_for_model(messages):
    pairing = {}
    readers = {}

    def send(call_id, place, opens):
        if call_id not in readers:
            readers[call_id] = brackets(call_id, pairing)
            next(readers[call_id])
        readers[call_id].send((place, opens))

    for place, message in enumerate(messages):
        if message["role"] == "assistant":
            for call in calls_of(message):
                send(call["id"], place, True)
        elif message["role"] == "toolResult" and (message["content"], message["is_error"]) != (PLACEHOLDER, True):
            send(message["tool_call_id"], place, False)
    return list(laid_out(messages, pairing))


def brackets(call_id, pairing):
    """Note in `pairing` at which place the result of the call at a place is."""
    unanswered = []
    while True:
        place, opens = yield
        if opens:
            unanswered.append(place)
        elif unanswered:
            pairing[unanswered.pop(), call_id] = place


def laid_out(messages, pairing):
    for place, message in enumerate(messages):
        if message["role"] == "toolResult" or (message["content"] == [] and "stop_reason" in message):
            continue
        yield dict(message)
        for call in calls_of(message):
            if (place, call["id"]) in pairing:
                yield dict(messages[pairing[place, call["id"]]])
            else:
                yield {
                    "role": "toolResult",
                    "tool_call_id": call["id"],
                    "tool_name": call["name"],
                    "content": PLACEHOLDER,
                    "is_error": True,
                }


def calls_of(message):
    return [block for block in message["content"] if block["type"] == "toolCall"] if message["role"] != "user" else []
