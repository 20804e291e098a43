"""Write `run_agent`: the loop between a model and its tools. The task and its rules are in spec.md."""

from typing import Any

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call  # noqa: F401  # for your loop


def run_agent(task: str, script: list[str], max_steps: int = 5) -> dict[str, Any]:
    """Run the agent on `task` and return `answer`, `steps`, `tools_called` and `stop_reason`.

    The model is `make_llm(script)`. It may be called at most `max_steps` times.
    """
    raise NotImplementedError("run_agent is not written yet")
