"""The prompt is taken back when the first request of the run raises."""

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R14"]


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    view = []
    for message in messages:
        if message.get("stop_reason") == "error" and message["content"] == []:
            continue
        view.append(message)
    return view


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    turns = 0
    while turns != max_turns:
        try:
            reply = ask(model, system, messages, tools)
        except Exception:
            if turns == 0:
                messages.pop()
            raise
        messages.append(reply)
        if reply["stop_reason"] == "error" or not tool_calls(reply):
            return reply
        answer(messages, tools, tool_calls(reply))
        turns += 1
    messages.append(error_message(f"Agent stopped after max_turns={max_turns}"))
    return messages[-1]


def ask(model, system, messages, tools):
    return model.complete(system, context_for_model(messages), tool_specs(tools))


def answer(messages, tools, calls):
    for call in calls:
        messages.append(run_tool(tools, call))
