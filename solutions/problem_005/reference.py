"""The reference: every exit of the loop leaves a message, and what is recorded is not what is sent."""

from problems.problem_005.lab import Message, ScriptedModel, Tool, run_tool, tool_calls, tool_specs, user_message


def error_message(text: str) -> Message:
    """Return the assistant message that says that a run has failed or was stopped, and why."""
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def failed(message: Message) -> bool:
    """Tell whether `message` is a failed reply."""
    return message.get("stop_reason") == "error"


def context_for_model(messages: list[Message]) -> list[Message]:
    """Return the record without the replies that failed before they said anything."""
    return [message for message in messages if not (failed(message) and message["content"] == [])]


def run_agent(
    model: ScriptedModel,
    system: str,
    messages: list[Message],
    tools: list[Tool],
    prompt: str,
    *,
    max_turns: int | None = None,
) -> Message:
    """Run the agent on `prompt`, append everything that happens to `messages`, and return the message that ends it."""
    messages.append(user_message(prompt))
    turns_taken = 0
    while turns_taken != max_turns:
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        calls = tool_calls(reply)
        if failed(reply) or not calls:
            return reply
        for call in calls:
            result = run_tool(tools, call)
            messages.append(result)
        turns_taken += 1
    stop = error_message(f"Agent stopped after max_turns={max_turns}")
    messages.append(stop)
    return stop
