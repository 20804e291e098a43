"""The names are a list of the module, cleared by each run, so a result changes when the next run starts."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call

BREAKS = ["R14"]


TOOLS_CALLED = []


def run_agent(task, script, max_steps=5):
    model = make_llm(script)
    history = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    TOOLS_CALLED.clear()
    steps = 0
    while steps < max_steps:
        steps += 1
        reply = model(history)
        history.append({"role": "assistant", "content": reply})
        call = parse_tool_call(reply)
        if call is None:
            return result(reply, steps, TOOLS_CALLED, "final_answer")
        TOOLS_CALLED.append(call["tool"])
        observation = dispatch(call)
        history.append({"role": "tool", "content": observation})
    return result(None, steps, TOOLS_CALLED, "max_steps")


def result(answer, steps, names, reason):
    return {"answer": answer, "steps": steps, "tools_called": names, "stop_reason": reason}
