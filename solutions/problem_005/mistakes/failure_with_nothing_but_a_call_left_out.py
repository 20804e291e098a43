"""The view leaves out every failed reply without a text, also one that broke off in a call."""

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R12"]


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def said_nothing(message):
    return not any(block["type"] == "text" for block in message["content"])


def context_for_model(messages):
    return [each for each in messages if not (each.get("stop_reason") == "error" and said_nothing(each))]


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    while turns != max_turns:
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))
        turns += 1
    stop = error_message(f"Agent stopped after max_turns={max_turns}")
    messages.append(stop)
    return stop
