"""Each turn is a function that calls itself with one turn less; the turns left are counted down."""

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    if not messages:
        return []
    *before, last = messages
    silent_failure = last.get("stop_reason") == "error" and not last["content"]
    return context_for_model(before) + ([] if silent_failure else [last])


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    def record(message):
        messages.append(message)
        return message

    def turn(left):
        if left == 0:
            return record(error_message(f"Agent stopped after max_turns={max_turns}"))
        reply = record(model.complete(system, context_for_model(messages), tool_specs(tools)))
        if reply["stop_reason"] == "error" or not tool_calls(reply):
            return reply
        for call in tool_calls(reply):
            record(run_tool(tools, call))
        return turn(None if left is None else left - 1)

    record(user_message(prompt))
    return turn(max_turns)
