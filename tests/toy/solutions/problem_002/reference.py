"""A run is a loop around ask."""

from typing import Any

from problems.problem_002.lab import Message, ScriptedModel


def ask(model: ScriptedModel, transcript: list[Message]) -> str:
    """Ask the model once; append its reply to the transcript and return it."""
    reply = model(transcript)
    transcript.append({"role": "assistant", "content": reply})
    return reply


def run(model: ScriptedModel, task: str, max_steps: int = 2) -> dict[str, Any]:
    """Ask the model until it answers, at most `max_steps` times; return `output` and `steps`."""
    transcript = [{"role": "user", "content": task}]
    for step in range(1, max_steps + 1):
        reply = ask(model, transcript)
        if not reply.startswith("call "):
            return {"output": reply, "steps": step}
    return {"output": None, "steps": max_steps}
