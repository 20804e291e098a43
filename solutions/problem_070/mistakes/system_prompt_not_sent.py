"""The messages start with the task; the system prompt is never sent."""

from problems.problem_070.lab import dispatch, make_llm, parse_tool_call

BREAKS = ["R2"]


def run_agent(task, script, max_steps=5):
    llm = make_llm(script)
    messages = [{"role": "user", "content": task}]
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
