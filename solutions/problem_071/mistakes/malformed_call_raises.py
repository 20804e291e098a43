"""A malformed call is not caught and leaves the run as an exception."""

from problems.problem_071.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call

BREAKS = ["R8"]


def run_agent(task, script, max_steps=5, max_malformed=2):
    llm = make_llm(script)
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    tools_called = []
    for step in range(1, max_steps + 1):
        reply = llm(messages)
        messages.append({"role": "assistant", "content": reply})
        call = parse_tool_call(reply)
        if call is None:
            return result(reply, step, tools_called, "final_answer")
        tools_called.append(call["tool"])
        messages.append({"role": "tool", "content": dispatch(call)})
    return result(None, max_steps, tools_called, "max_steps")


def result(answer, steps, names, reason):
    return {"answer": answer, "steps": steps, "tools_called": names, "stop_reason": reason}
