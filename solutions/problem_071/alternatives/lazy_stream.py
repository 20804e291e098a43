"""A lazy stream of steps, cut at the limit by islice; the last step alone says how the run ended."""

from collections import deque
from itertools import islice

import problems.problem_071.lab as lab


def run_agent(task, script, max_steps=5, max_malformed=2):
    steps = list(islice(stream(task, script, max_malformed), max_steps))
    answer, reason = steps[-1][:2] if steps else (None, "max_steps")
    return {
        "answer": answer,
        "steps": len(steps),
        "tools_called": [call["tool"] for *_, call in steps if call],
        "stop_reason": reason,
    }


def stream(task, script, max_malformed):
    """Yield for each step what the run would be if it ended here: the answer, the reason, and the call it made."""
    llm, messages = lab.make_llm(script), deque()
    messages.append({"role": "system", "content": lab.SYSTEM_PROMPT})
    messages.append({"role": "user", "content": task})
    left = max_malformed
    while True:
        reply = llm(list(messages))
        messages.append({"role": "assistant", "content": reply})
        try:
            call = lab.parse_tool_call(reply)
        except ValueError as problem:
            if not left:
                break
            left -= 1
            messages.append({"role": "tool", "content": f"error: malformed tool call: {problem}"})
            yield None, "max_steps", None
            continue
        if call is None:
            yield reply, "final_answer", None
            return
        left = max_malformed
        messages.append({"role": "tool", "content": lab.dispatch(dict(call))})
        yield None, "max_steps", call
    yield None, "malformed_calls", None
