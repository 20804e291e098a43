"""Malformed calls are counted for each tool that they name, instead of in one row."""

import re
from collections import Counter

from problems.problem_071.lab import SYSTEM_PROMPT, MalformedCall, dispatch, make_llm, parse_tool_call

BREAKS = ["R9"]

NAME = re.compile(r'"tool"\s*:\s*"(\w+)"')


def run_agent(task, script, max_steps=5, max_malformed=2):
    llm = make_llm(script)
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    tools_called = []
    malformed = Counter()
    for step in range(1, max_steps + 1):
        reply = llm(messages)
        messages.append({"role": "assistant", "content": reply})
        try:
            call = parse_tool_call(reply)
        except MalformedCall as exc:
            messages.append({"role": "tool", "content": f"error: malformed tool call: {exc}"})
            named = NAME.search(reply)
            tool = named and named[1]
            malformed[tool] += 1
            if malformed[tool] > max_malformed:
                return result(None, step, tools_called, "malformed_calls")
            continue
        if call is None:
            return result(reply, step, tools_called, "final_answer")
        malformed.clear()
        tools_called.append(call["tool"])
        messages.append({"role": "tool", "content": dispatch(call)})
    return result(None, max_steps, tools_called, "max_steps")


def result(answer, steps, names, reason):
    return {"answer": answer, "steps": steps, "tools_called": names, "stop_reason": reason}
