"""A call is skipped if this run has answered its id, which a later turn may use again."""

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R6"]


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    return [message for message in messages if message.get("stop_reason") != "error" or message["content"] != []]


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    answered = set()
    while True:
        if max_turns is not None and turns >= max_turns:
            stop = error_message(f"Agent stopped after max_turns={max_turns}")
            messages.append(stop)
            return stop
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        turns += 1
        if reply["stop_reason"] == "error":
            return reply
        calls = tool_calls(reply)
        if not calls:
            return reply
        for call in calls:
            if call["id"] in answered:
                continue
            answered.add(call["id"])
            messages.append(run_tool(tools, call))
