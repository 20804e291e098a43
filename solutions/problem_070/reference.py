"""The agent loop: ask the model, run the tool it asks for, send the result back, know when to stop."""

from typing import Any

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call


def run_agent(task: str, script: list[str], max_steps: int = 5) -> dict[str, Any]:
    """Return the answer, the steps it took, the tools called on the way and the reason for stopping."""
    llm = make_llm(script)
    messages = [message("system", SYSTEM_PROMPT), message("user", task)]
    tools_called: list[str] = []

    for step in range(1, max_steps + 1):
        reply = llm(messages)
        messages.append(message("assistant", reply))
        call = parse_tool_call(reply)
        if call is None:
            return outcome(reply, step, tools_called, "final_answer")
        tools_called.append(call["tool"])
        messages.append(message("tool", dispatch(call)))

    return outcome(None, max_steps, tools_called, "max_steps")


def message(role: str, content: str) -> dict[str, str]:
    """Return one message of the conversation."""
    return {"role": role, "content": content}


def outcome(answer: str | None, steps: int, tools_called: list[str], stop_reason: str) -> dict[str, Any]:
    """Return how a run ended."""
    return {"answer": answer, "steps": steps, "tools_called": tools_called, "stop_reason": stop_reason}
