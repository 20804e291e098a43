"""A flat loop with the limit tested where the reply would come from, and messages copied into every view."""

from problems.problem_005.lab import run_tool, tool_specs


def error_message(text):
    return dict(role="assistant", content=list(), stop_reason="error", error_message=text)


def context_for_model(messages):
    view = []
    for message in messages:
        if message["role"] == "assistant" and message.get("stop_reason") == "error" and len(message["content"]) == 0:
            continue
        view.append(dict(message))
    return view


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append({"role": "user", "content": prompt})
    turns = 0
    while True:
        over = max_turns is not None and turns >= max_turns
        if over:
            messages.append(error_message(f"Agent stopped after max_turns={max_turns}"))
            break
        messages.append(model.complete(system=system, messages=context_for_model(messages), specs=tool_specs(tools)))
        turns += 1
        if messages[-1]["stop_reason"] == "error":
            break
        calls = [block for block in messages[-1]["content"] if block["type"] == "toolCall"]
        if not calls:
            break
        while calls:
            messages.append(run_tool(tools, calls.pop(0)))
    return messages[-1]
