"""What each reply cost is kept under the id of its first call, so an id that comes again replaces the earlier price."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R6"]


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    prices = {}
    while max_input_tokens is None or sum(prices.values()) <= max_input_tokens:
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))
        prices[calls[0]["id"]] = (reply.get("usage") or {}).get("input") or 0
    spent = sum(prices.values())
    stop = error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens")
    messages.append(stop)
    return stop
