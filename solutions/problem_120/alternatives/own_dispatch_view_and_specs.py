"""Uses nothing of the lab: view, stop message, tools and specs are made by functions of its own."""

from copy import deepcopy


def _view(messages):
    view = []
    for message in messages:
        if message["role"] == "assistant" and message.get("stop_reason") == "error" and len(message["content"]) == 0:
            continue
        view.append(deepcopy(message))
    return view


def _specs(tools):
    return [{key: value for key, value in tool.items() if key != "execute"} for tool in tools]


def _answer(tools, call):
    answer = {"role": "toolResult", "tool_call_id": call["id"], "tool_name": call["name"]}
    tool = {tool["name"]: tool for tool in tools}.get(call["name"])
    if tool is None:
        return answer | {"content": f"Tool {call['name']} not found", "is_error": True}
    try:
        return answer | {"content": tool["execute"](call["arguments"]), "is_error": False}
    except Exception as error:
        return answer | {"content": str(error), "is_error": True}


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(dict(role="user", content=prompt))
    spent = 0
    while True:
        over = max_input_tokens is not None and max_input_tokens < spent
        if over:
            text = f"Agent stopped after spending {spent} of {max_input_tokens} input tokens"
            messages.append(dict(role="assistant", content=[], stop_reason="error", error_message=text))
            return messages[-1]
        reply = model.complete(system, _view(messages), _specs(tools))
        messages.append(reply)
        open_calls = [block for block in reply["content"] if block["type"] == "toolCall"]
        if reply["stop_reason"] == "error" or len(open_calls) == 0:
            return messages[-1]
        if reply.get("usage") is not None and reply["usage"].get("input") is not None:
            spent += reply["usage"]["input"]
        while open_calls:
            messages.append(_answer(tools, open_calls.pop(0)))
