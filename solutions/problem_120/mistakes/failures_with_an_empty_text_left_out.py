"""Failed replies that hold only an empty text are left out of what the model is sent."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R2"]


def said_nothing(message):
    if message.get("stop_reason") != "error":
        return False
    return not tool_calls(message) and not any(block["text"] for block in message["content"])


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    spent = 0
    while True:
        if max_input_tokens is not None and spent > max_input_tokens:
            stop = error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens")
            messages.append(stop)
            return stop
        view = [each for each in context_for_model(messages) if not said_nothing(each)]
        reply = model.complete(system, view, tool_specs(tools))
        messages.append(reply)
        usage = reply.get("usage") or {}
        spent += usage.get("input") or 0
        if reply["stop_reason"] == "error":
            return reply
        calls = tool_calls(reply)
        if not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))
