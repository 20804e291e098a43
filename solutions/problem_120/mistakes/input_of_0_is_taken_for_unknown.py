"""An input of 0 beside a total is taken for unknown, and total less output is counted."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R6"]


def input_tokens(usage):
    if usage.get("input") == 0 and usage.get("total"):
        return usage["total"] - usage.get("output", 0)
    return usage.get("input") or 0


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    spent = 0
    while True:
        if max_input_tokens is not None and spent > max_input_tokens:
            stop = error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens")
            messages.append(stop)
            return stop
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        spent += input_tokens(reply.get("usage") or {})
        if reply["stop_reason"] == "error":
            return reply
        calls = tool_calls(reply)
        if not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))
