"""A lazy stream of steps, cut at the limit by islice; the last step alone says how the run ended."""

from collections import deque
from itertools import islice

import problems.problem_070.lab as lab


def run_agent(task, script, max_steps=5):
    steps = list(islice(stream(task, script), max_steps))
    names = [call["tool"] for _, call in steps if call]
    reply, call = steps[-1] if steps else ("", "nothing asked")
    if call is None:
        return {"answer": reply, "steps": len(steps), "tools_called": names, "stop_reason": "final_answer"}
    return {"answer": None, "steps": len(steps), "tools_called": names, "stop_reason": "max_steps"}


def stream(task, script):
    """Yield the reply and the parsed call of each step, until and with the answer."""
    llm, messages = lab.make_llm(script), deque()
    messages.append({"role": "system", "content": lab.SYSTEM_PROMPT})
    messages.append({"role": "user", "content": task})
    call = True
    while call:
        reply = llm(list(messages))
        call = lab.parse_tool_call(reply)
        messages.append({"role": "assistant", "content": reply})
        if call:
            messages.append({"role": "tool", "content": lab.dispatch(dict(call))})
        yield reply, call
