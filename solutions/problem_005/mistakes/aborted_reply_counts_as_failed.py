"""A reply whose stop reason is aborted is taken for a failed one: its calls are not run, and it may leave the view."""

from itertools import count

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R5", "R12"]


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    return [message for message in messages if not (failed(message) and not message["content"])]


def failed(message):
    return message.get("stop_reason") in ("error", "aborted")


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    for turn in count():
        if turn == max_turns:
            reply = error_message(f"Agent stopped after max_turns={max_turns}")
        else:
            reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        if failed(reply) or not calls:
            return reply
        for call in calls:
            messages.append(run_tool(tools, call))
