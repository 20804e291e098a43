"""A code fence around the reply is taken away before it is parsed, so a fenced call runs."""

import re

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call

BREAKS = ["R5"]


def run_agent(task, script, max_steps=5):
    llm = make_llm(script)
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    tools_called = []
    for step in range(1, max_steps + 1):
        reply = llm(messages)
        messages.append({"role": "assistant", "content": reply})
        call = parse_tool_call(re.sub(r"^```(json)?|```$", "", reply.strip(" \n")))
        if call is None:
            return {"answer": reply, "steps": step, "tools_called": tools_called, "stop_reason": "final_answer"}
        tools_called.append(call["tool"])
        messages.append({"role": "tool", "content": dispatch(call)})
    return {"answer": None, "steps": max_steps, "tools_called": tools_called, "stop_reason": "max_steps"}
