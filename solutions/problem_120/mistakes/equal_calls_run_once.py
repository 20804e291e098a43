"""Of equal calls in a reply only the first is run, and its text stands for the others."""

import json

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R4"]


def input_tokens(reply):
    usage = reply.get("usage") or {}
    return usage.get("input") or 0


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    spent = 0
    while max_input_tokens is None or spent <= max_input_tokens:
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            return reply
        known = {}
        for call in calls:
            key = json.dumps([call["name"], call["arguments"]], sort_keys=True)
            if key not in known:
                known[key] = run_tool(tools, call)
            messages.append({**known[key], "tool_call_id": call["id"]})
        spent += input_tokens(reply)
    stop = error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens")
    messages.append(stop)
    return stop
