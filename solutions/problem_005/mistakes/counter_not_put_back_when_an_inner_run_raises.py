"""The turns are counted in the module and put back at each return, which an inner run that raises never makes."""

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R8"]

turns = 0


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    return [each for each in messages if each.get("stop_reason") != "error" or each["content"]]


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    global turns
    of_the_run_around, turns = turns, 0
    returned = loop(model, system, messages, tools, prompt, max_turns)
    turns = of_the_run_around
    return returned


def loop(model, system, messages, tools, prompt, max_turns):
    global turns
    messages.append(user_message(prompt))
    while max_turns is None or turns < max_turns:
        turns += 1
        messages.append(model.complete(system, context_for_model(messages), tool_specs(tools)))
        reply = messages[-1]
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))
    messages.append(error_message(f"Agent stopped after max_turns={max_turns}"))
    return messages[-1]
