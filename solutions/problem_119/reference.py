"""One loop, four limits, and at every exit the reason."""

import json
from collections import defaultdict
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass


@dataclass
class AgentResult:
    """How a run ended, and everything that was said in it."""

    stop_reason: str
    output: str | None
    steps: int
    transcript: list[dict]


def run_agent(
    model: Callable[[list[dict]], dict],
    tools: dict[str, Callable],
    task: str,
    max_steps: int = 8,
    max_tokens: int = 10_000,
    max_consecutive_errors: int = 2,
    max_repeats: int = 2,
) -> AgentResult:
    """Ask `model`, run the tool it asks for, and go on until it answers or a limit is passed."""
    transcript = [{"role": "user", "content": task}]
    tokens = failures_in_a_row = 0
    times_asked = defaultdict(int)

    for step in range(1, max_steps + 1):
        reply = model(transcript)

        tokens += reply.get("usage") or 0
        if tokens > max_tokens:
            return AgentResult("token_budget", None, step, transcript)

        if reply["type"] == "final":
            transcript.append({"role": "assistant", "content": reply["content"]})
            return AgentResult("final", reply["content"], step, transcript)

        name, args = reply["name"], reply.get("args", {})
        call = name, json.dumps(args, sort_keys=True)
        times_asked[call] += 1
        if times_asked[call] > max_repeats:
            return AgentResult("repeated_call", None, step, transcript)

        transcript.append({"role": "assistant", "tool": name, "args": args})
        text, is_error = run_tool(tools, name, deepcopy(args))
        transcript.append({"role": "tool", "name": name, "content": text, "is_error": is_error})

        failures_in_a_row = failures_in_a_row + 1 if is_error else 0
        if failures_in_a_row > max_consecutive_errors:
            return AgentResult("tool_errors", None, step, transcript)

    return AgentResult("max_steps", None, max_steps, transcript)


def run_tool(tools: dict[str, Callable], name: str, args: dict) -> tuple[str, bool]:
    """Return the text of a call's result, and whether that is an error."""
    if name not in tools:
        return f"LookupError: unknown tool {name}", True
    try:
        return str(tools[name](**args)), False
    except Exception as error:
        return f"{type(error).__name__}: {message(error)}", True


def message(error: Exception) -> str:
    """Return what `error` says of itself, or nothing if even that fails."""
    try:
        return str(error)
    except Exception:
        return ""
