"""A malformed call is not counted in `steps`, and takes nothing from the step limit."""

from problems.problem_071.lab import SYSTEM_PROMPT, MalformedCall, dispatch, make_llm, parse_tool_call

BREAKS = ["R3", "R11"]


def run_agent(task, script, max_steps=5, max_malformed=2):
    model = make_llm(script)
    history = [
        {"role": "system", "content": SYSTEM_PROMPT},
        {"role": "user", "content": task},
    ]
    names, row, steps = [], 0, 0
    answer, reason = None, "max_steps"
    while steps < max_steps:
        steps += 1
        reply = model(history)
        history.append({"role": "assistant", "content": reply})
        try:
            call = parse_tool_call(reply)
        except MalformedCall as exc:
            row += 1
            steps -= 1
            observation = f"error: malformed tool call: {exc}"
        else:
            if call is None:
                answer, reason = reply, "final_answer"
                break
            row = 0
            names.append(call["tool"])
            observation = dispatch(call)
        history.append({"role": "tool", "content": observation})
        if row > max_malformed:
            reason = "malformed_calls"
            break
    return {"answer": answer, "steps": steps, "tools_called": names, "stop_reason": reason}
