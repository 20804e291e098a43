"""Write `run_agent`: a loop that stops for one of five reasons, and says which. The rules are in spec.md."""

from collections.abc import Callable
from dataclasses import dataclass

# For trying things out: run_agent(scripted(call("ping"), final("done")), {"ping": lambda: "pong"}, "Say hello")
from problems.problem_119.lab import call, final, scripted  # noqa: F401


@dataclass
class AgentResult:
    """How a run ended, and everything that was said in it."""

    stop_reason: str  # "final", "token_budget", "repeated_call", "tool_errors" or "max_steps"
    output: str | None  # the content of the final reply; None for every other reason
    steps: int  # how often the model was called
    transcript: list[dict]  # the messages, oldest first; the first one is the task


def run_agent(
    model: Callable[[list[dict]], dict],
    tools: dict[str, Callable],
    task: str,
    max_steps: int = 8,
    max_tokens: int = 10_000,
    max_consecutive_errors: int = 2,
    max_repeats: int = 2,
) -> AgentResult:
    """Run `model` on `task` until it answers or a limit is passed, and return how the run ended.

    `model(transcript)` returns one reply. `tools` maps a name to the callable that gets the arguments of a call.
    """
    raise NotImplementedError("run_agent is not written yet")
