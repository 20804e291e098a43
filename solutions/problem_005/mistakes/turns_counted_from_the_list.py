"""The turns are counted from the assistant messages in the list, so that earlier runs use up this run's limit."""

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R8"]


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    view = []
    for message in messages:
        if message.get("stop_reason") == "error" and message["content"] == []:
            continue
        view.append(message)
    return view


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    while True:
        turns = sum(message["role"] == "assistant" for message in messages)
        if max_turns is not None and turns >= max_turns:
            stop = error_message(f"Agent stopped after max_turns={max_turns}")
            messages.append(stop)
            return stop
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        if reply["stop_reason"] == "error":
            return reply
        calls = tool_calls(reply)
        if not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))
