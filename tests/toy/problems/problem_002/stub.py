"""Write `ask` and `run`: a run of few steps. The task and its rules are in spec.md."""

from typing import Any

from problems.problem_002.lab import Message, ScriptedModel


def ask(model: ScriptedModel, transcript: list[Message]) -> str:
    """Ask the model once; append its reply to the transcript and return it."""
    raise NotImplementedError("ask is not written yet")


def run(model: ScriptedModel, task: str, max_steps: int = 2) -> dict[str, Any]:
    """Ask the model until it answers, at most `max_steps` times; return `output` and `steps`."""
    raise NotImplementedError("run is not written yet")
