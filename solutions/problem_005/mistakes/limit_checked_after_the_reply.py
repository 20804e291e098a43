"""The limit is checked after the reply, so that the calls of the last turn never get a result."""

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R10", "R13"]


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    view = []
    for message in messages:
        if message.get("stop_reason") == "error" and message["content"] == []:
            continue
        view.append(message)
    return view


def stopped(messages, max_turns):
    messages.append(error_message(f"Agent stopped after max_turns={max_turns}"))
    return messages[-1]


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    if max_turns == 0:
        return stopped(messages, max_turns)
    while True:
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        turns += 1
        messages.append(reply)
        if reply["stop_reason"] == "error":
            return reply
        calls = tool_calls(reply)
        if not calls:
            return reply
        if turns == max_turns:
            return stopped(messages, max_turns)
        for call in calls:
            messages.append(run_tool(tools, call))
