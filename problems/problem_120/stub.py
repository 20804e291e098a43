"""Write the function below; spec.md says what it must do, lab.py holds what it is given."""

from problems.problem_120.lab import (  # noqa: F401  # all but the first three are for you to use
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
    raise NotImplementedError("run_agent is not written yet")
