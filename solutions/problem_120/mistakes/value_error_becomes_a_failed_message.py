"""A ValueError of the client, such as of a body that is no JSON, ends the run with a failed message of its own."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R14"]


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    spent = 0
    while max_input_tokens is None or spent <= max_input_tokens:
        try:
            reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        except ValueError as error:
            reply = error_message(f"the reply cannot be read: {error}")
        messages.append(reply)
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))
        spent += (reply.get("usage") or {}).get("input") or 0
    stop = error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens")
    messages.append(stop)
    return stop
