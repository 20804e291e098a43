"""A TypeError from the client is taken for parameters of other names, and the model is asked again by keyword."""

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R14"]


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    return [each for each in messages if each.get("stop_reason") != "error" or each["content"]]


def ask(model, system, view, specs):
    try:
        return model.complete(system, view, specs)
    except TypeError:
        return model.complete(system=system, messages=view, specs=specs)


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    while turns != max_turns:
        reply = ask(model, system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))
        turns += 1
    stop = error_message(f"Agent stopped after max_turns={max_turns}")
    messages.append(stop)
    return stop
