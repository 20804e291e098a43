"""What was spent is kept in the module and put back at each return, which an inner run that raises never makes."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R7"]

spent = 0


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    global spent
    of_the_run_around, spent = spent, 0
    returned = loop(model, system, messages, tools, prompt, max_input_tokens)
    spent = of_the_run_around
    return returned


def loop(model, system, messages, tools, prompt, max_input_tokens):
    global spent
    messages.append(user_message(prompt))
    while max_input_tokens is None or spent <= max_input_tokens:
        messages.append(model.complete(system, context_for_model(messages), tool_specs(tools)))
        reply = messages[-1]
        spent += (reply.get("usage") or {}).get("input") or 0
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))
    messages.append(error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens"))
    return messages[-1]
