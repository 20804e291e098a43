"""The agent loop with three kinds of reply: an answer ends it, a call is run, a malformed call is explained."""

from typing import Any

from problems.problem_071.lab import SYSTEM_PROMPT, MalformedCall, dispatch, make_llm, parse_tool_call


def run_agent(task: str, script: list[str], max_steps: int = 5, max_malformed: int = 2) -> dict[str, Any]:
    """Return the answer, the steps it took, the tools called on the way and the reason for stopping."""
    llm = make_llm(script)
    messages = [message("system", SYSTEM_PROMPT), message("user", task)]
    tools_called: list[str] = []
    row = 0  # of malformed calls, up to the present one

    for step in range(1, max_steps + 1):
        reply = llm(messages)
        messages.append(message("assistant", reply))
        try:
            call = parse_tool_call(reply)
        except MalformedCall as reason:
            messages.append(message("tool", f"error: malformed tool call: {reason}"))
            row += 1
            if row > max_malformed:
                return outcome(None, step, tools_called, "malformed_calls")
            continue
        if call is None:
            return outcome(reply, step, tools_called, "final_answer")
        row = 0
        tools_called.append(call["tool"])
        messages.append(message("tool", dispatch(call)))

    return outcome(None, max_steps, tools_called, "max_steps")


def message(role: str, content: str) -> dict[str, str]:
    """Return one message of the conversation."""
    return {"role": role, "content": content}


def outcome(answer: str | None, steps: int, tools_called: list[str], stop_reason: str) -> dict[str, Any]:
    """Return how a run ended."""
    return {"answer": answer, "steps": steps, "tools_called": tools_called, "stop_reason": stop_reason}
