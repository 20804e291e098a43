"""A new model is made for each step, from what is left of the script, instead of one for the run."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call

BREAKS = ["R3"]


def run_agent(task, script, max_steps=5):
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    tools_called = []
    for step in range(max_steps):
        llm = make_llm(script[step:])
        reply = llm(messages)
        messages.append({"role": "assistant", "content": reply})
        call = parse_tool_call(reply)
        if call is None:
            return {"answer": reply, "steps": step + 1, "tools_called": tools_called, "stop_reason": "final_answer"}
        tools_called.append(call["tool"])
        messages.append({"role": "tool", "content": dispatch(call)})
    return {"answer": None, "steps": max_steps, "tools_called": tools_called, "stop_reason": "max_steps"}
