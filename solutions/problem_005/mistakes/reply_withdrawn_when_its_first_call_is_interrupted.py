"""A reply is taken out of the record again when none of its calls has a result yet and the run is interrupted."""

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R14"]


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    return [each for each in messages if each.get("stop_reason") != "error" or each["content"]]


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    while turns != max_turns:
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
        turns += 1
    stop = error_message(f"Agent stopped after max_turns={max_turns}")
    messages.append(stop)
    return stop
