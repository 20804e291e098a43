"""A reply is taken out of the record again when none of its calls has a result yet and the run is interrupted."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R14"]


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    spent = 0
    while max_input_tokens is None or spent <= max_input_tokens:
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            return reply
        for call in calls:
            try:
                result = run_tool(tools, call)
            except BaseException:
                if messages[-1] is reply:
                    messages.pop()
                raise
            messages.append(result)
        spent += (reply.get("usage") or {}).get("input") or 0
    stop = error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens")
    messages.append(stop)
    return stop
