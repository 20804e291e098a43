"""Keeps no counter: what the run has spent is added up from the messages behind its own prompt, each time anew."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    start = len(messages)

    def spent():
        usages = [message.get("usage") for message in messages[start:]]
        return sum(usage["input"] for usage in usages if usage and usage.get("input"))

    def next_message():
        if max_input_tokens is not None and spent() > max_input_tokens:
            return error_message(f"Agent stopped after spending {spent()} of {max_input_tokens} input tokens")
        return model.complete(system, context_for_model(messages), tool_specs(tools))

    messages.append(user_message(prompt))
    calls = True
    while calls:
        messages.append(next_message())
        calls = [] if messages[-1]["stop_reason"] == "error" else tool_calls(messages[-1])
        for call in calls:
            messages.append(run_tool(tools, call))
    return messages[-1]
