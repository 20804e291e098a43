"""Each turn is a function that calls itself with what has been spent so far."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    def record(message):
        messages.append(message)
        return message

    def turn(spent):
        if max_input_tokens is not None and spent > max_input_tokens:
            return record(error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens"))
        reply = record(model.complete(system, context_for_model(messages), tool_specs(tools)))
        if reply["stop_reason"] == "error" or not tool_calls(reply):
            return reply
        for call in tool_calls(reply):
            record(run_tool(tools, call))
        usage = {"input": 0, **(reply.get("usage") or {})}
        return turn(spent + (usage["input"] or 0))

    record(user_message(prompt))
    return turn(0)
