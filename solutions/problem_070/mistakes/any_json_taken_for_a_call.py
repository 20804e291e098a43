"""Whatever parses as JSON is taken for a tool call, also an answer in JSON."""

import json

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm

BREAKS = ["R5"]


def run_agent(task, script, max_steps=5):
    model = make_llm(script)
    history = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    names = []
    steps = 0
    while steps < max_steps:
        steps += 1
        reply = model(history)
        history.append({"role": "assistant", "content": reply})
        try:
            call = json.loads(reply)
        except ValueError:
            return result(reply, steps, names, "final_answer")
        names.append(call["tool"])
        observation = dispatch(call)
        history.append({"role": "tool", "content": observation})
    return result(None, steps, names, "max_steps")


def result(answer, steps, names, reason):
    return {"answer": answer, "steps": steps, "tools_called": names, "stop_reason": reason}
