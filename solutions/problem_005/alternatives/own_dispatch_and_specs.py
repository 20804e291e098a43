"""Uses nothing of the lab: the tools are run and described by functions of its own."""

from itertools import chain, count


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    return list(chain.from_iterable([message] * _is_sendable(message) for message in messages))


def _is_sendable(message):
    return not (message.get("stop_reason", "stop") == "error" and message["content"] == [])


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


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(dict(role="user", content=prompt))
    for turn in count(1):
        if max_turns is not None and turn > max_turns:
            messages.append(error_message(f"Agent stopped after max_turns={max_turns}"))
            return messages[-1]
        reply = model.complete(system, context_for_model(messages), _specs(tools))
        messages.append(reply)
        open_calls = [block for block in reply["content"] if block["type"] == "toolCall"]
        if reply["stop_reason"] == "error" or len(open_calls) == 0:
            return messages[-1]
        for call in open_calls:
            messages.append(_answer(tools, call))
