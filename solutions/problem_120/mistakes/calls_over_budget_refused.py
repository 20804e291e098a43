"""The calls of the reply that crosses the budget are answered with a refusal and never run."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R11"]


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    spent = 0
    while True:
        if max_input_tokens is not None and spent > max_input_tokens:
            messages.append(error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens"))
            return messages[-1]
        reply = ask(model, system, messages, tools)
        usage = reply.get("usage") or {}
        spent += usage.get("input") or 0
        messages.append(reply)
        if reply["stop_reason"] == "error" or not tool_calls(reply):
            return reply
        over = max_input_tokens is not None and spent > max_input_tokens
        answer(messages, [] if over else tools, tool_calls(reply))


def ask(model, system, messages, tools):
    return model.complete(system, context_for_model(messages), tool_specs(tools))


def answer(messages, tools, calls):
    for call in calls:
        messages.append(run_tool(tools, call))
