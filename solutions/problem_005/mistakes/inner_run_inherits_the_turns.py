"""A run inside a tool begins with the turns that the run around it has taken."""

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R8"]
OUTER = [0]


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    return [message for message in messages if message.get("stop_reason") != "error" or message["content"] != []]


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = OUTER[-1]
    while True:
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
        OUTER.append(turns)
        try:
            for call in calls:
                messages.append(run_tool(tools, call))
        finally:
            OUTER.pop()
        turns += 1
