"""Write the three functions below; spec.md says what they must do, lab.py holds what they are given."""

from problems.problem_005.lab import (  # noqa: F401  # the last four are for you to use
    Message,
    ScriptedModel,
    Tool,
    run_tool,
    tool_calls,
    tool_specs,
    user_message,
)


def error_message(text: str) -> Message:
    """Return the assistant message that says that a run has failed or was stopped, and why."""
    raise NotImplementedError("error_message is not written yet")


def context_for_model(messages: list[Message]) -> list[Message]:
    """Return what the model is to be sent of the record `messages`, as a new list; the record stays as it is."""
    raise NotImplementedError("context_for_model is not written yet")


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
    raise NotImplementedError("run_agent is not written yet")
