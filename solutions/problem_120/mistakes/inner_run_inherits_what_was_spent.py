"""A run inside a tool begins with what the run around it has spent."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R7"]
OUTER = [0]


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    spent = OUTER[-1]
    while True:
        if max_input_tokens is not None and spent > max_input_tokens:
            stop = error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens")
            messages.append(stop)
            return stop
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        if reply["stop_reason"] == "error":
            return reply
        calls = tool_calls(reply)
        if not calls:
            return reply
        OUTER.append(spent)
        try:
            for call in calls:
                messages.append(run_tool(tools, call))
        finally:
            OUTER.pop()
        spent += (reply.get("usage") or {}).get("input") or 0
