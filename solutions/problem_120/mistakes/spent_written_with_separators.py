"""The numbers in the stop message are written with thousands separators."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R10"]


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    spent = 0
    while True:
        if max_input_tokens is not None and spent > max_input_tokens:
            text = f"Agent stopped after spending {spent:,} of {max_input_tokens:,} input tokens"
            messages.append(error_message(text))
            return messages[-1]
        reply = ask(model, system, messages, tools)
        usage = reply.get("usage") or {}
        spent += usage.get("input") or 0
        messages.append(reply)
        if reply["stop_reason"] == "error" or not tool_calls(reply):
            return reply
        answer(messages, tools, tool_calls(reply))


def ask(model, system, messages, tools):
    return model.complete(system, context_for_model(messages), tool_specs(tools))


def answer(messages, tools, calls):
    for call in calls:
        messages.append(run_tool(tools, call))
