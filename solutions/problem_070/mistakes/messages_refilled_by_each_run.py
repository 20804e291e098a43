"""The messages are a list of the module that each run fills afresh, also a run that a tool starts within another."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call

BREAKS = ["R14"]


messages = []


def run_agent(task, script, max_steps=5):
    messages[:] = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    llm = make_llm(script)
    tools_called = []
    for step in range(1, max_steps + 1):
        reply = llm(messages)
        messages.append({"role": "assistant", "content": reply})
        call = parse_tool_call(reply)
        if call is None:
            return {"answer": reply, "steps": step, "tools_called": tools_called, "stop_reason": "final_answer"}
        tools_called.append(call["tool"])
        messages.append({"role": "tool", "content": dispatch(call)})
    return {"answer": None, "steps": max_steps, "tools_called": tools_called, "stop_reason": "max_steps"}
