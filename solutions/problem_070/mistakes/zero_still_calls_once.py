"""The limit is tested after the step, so `max_steps=0` still calls the model once."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call

BREAKS = ["R11"]


def run_agent(task, script, max_steps=5):
    llm = make_llm(script)
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    tools_called = []
    step = 0
    while True:
        step += 1
        reply = llm(messages)
        messages.append({"role": "assistant", "content": reply})
        call = parse_tool_call(reply)
        if call is None:
            return {"answer": reply, "steps": step, "tools_called": tools_called, "stop_reason": "final_answer"}
        tools_called.append(call["tool"])
        messages.append({"role": "tool", "content": dispatch(call)})
        if step >= max_steps:
            return {"answer": None, "steps": step, "tools_called": tools_called, "stop_reason": "max_steps"}
