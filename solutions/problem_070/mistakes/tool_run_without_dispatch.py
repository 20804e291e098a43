"""The tool is looked up and called directly, past `dispatch`."""

from problems.problem_070.lab import SYSTEM_PROMPT, TOOLS, make_llm, parse_tool_call

BREAKS = ["R6"]


def run_agent(task, script, max_steps=5):
    llm = make_llm(script)
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    tools_called = []
    for step in range(1, max_steps + 1):
        reply = llm(messages)
        messages.append({"role": "assistant", "content": reply})
        call = parse_tool_call(reply)
        if call is None:
            return {"answer": reply, "steps": step, "tools_called": tools_called, "stop_reason": "final_answer"}
        tools_called.append(call["tool"])
        messages.append({"role": "tool", "content": run_tool(call["tool"], call["arguments"])})
    return {"answer": None, "steps": max_steps, "tools_called": tools_called, "stop_reason": "max_steps"}


def run_tool(name, arguments):
    if name not in TOOLS:
        return f"error: unknown tool {name}"
    try:
        return str(TOOLS[name].run(**arguments))
    except Exception as exc:
        return f"error: {name} raised {type(exc).__name__}: {exc}"
