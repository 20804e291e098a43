"""The reference: the budget is looked at where nothing is owed, before the next request is paid for."""

from problems.problem_120.lab import (
    Message,
    ScriptedModel,
    Tool,
    context_for_model,
    error_message,
    run_tool,
    tool_calls,
    tool_specs,
    user_message,
)


def input_tokens(reply: Message) -> int:
    """Return how many input tokens `reply` says that it cost, 0 where it does not say."""
    usage = reply.get("usage") or {}
    return usage.get("input") or 0


def run_agent(
    model: ScriptedModel,
    system: str,
    messages: list[Message],
    tools: list[Tool],
    prompt: str,
    *,
    max_input_tokens: int | None = None,
) -> Message:
    """Run the agent on `prompt`, append everything that happens to `messages`, and return the message that ends it."""
    messages.append(user_message(prompt))
    spent = 0
    while max_input_tokens is None or spent <= max_input_tokens:
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        if reply["stop_reason"] == "error" or not calls:
            return reply
        for call in calls:
            result = run_tool(tools, call)
            messages.append(result)
        spent += input_tokens(reply)
    stop = error_message(f"Agent stopped after spending {spent} of {max_input_tokens} input tokens")
    messages.append(stop)
    return stop
