"""Write the function below; spec.md says what it must do, lab.py holds what it is given."""

from problems.problem_010.lab import PLACEHOLDER, Message, tool_calls  # noqa: F401  # for you to use


def context_for_model(messages: list[Message]) -> list[Message]:
    """Return the record `messages` as a strict provider accepts it, as a new list; the record stays as it is."""
    raise NotImplementedError("context_for_model is not written yet")
