"""Write `run_agent`: the agent loop for replies that may be broken calls. The task and its rules are in spec.md."""

from typing import Any

from problems.problem_071.lab import (  # noqa: F401  # for your loop
    SYSTEM_PROMPT,
    MalformedCall,
    dispatch,
    make_llm,
    parse_tool_call,
)


def run_agent(task: str, script: list[str], max_steps: int = 5, max_malformed: int = 2) -> dict[str, Any]:
    """Run the agent on `task` and return `answer`, `steps`, `tools_called` and `stop_reason`.

    The model is `make_llm(script)`. It may be called at most `max_steps` times, and may make at most `max_malformed`
    malformed calls in a row: one more ends the run.
    """
    raise NotImplementedError("run_agent is not written yet")
