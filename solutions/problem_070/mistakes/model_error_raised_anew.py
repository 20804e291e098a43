"""An exception of the model is caught, and a new one of the same type is raised in its place."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call

BREAKS = ["R13"]


def run_agent(task, script, max_steps=5):
    model = make_llm(script)
    history = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    names = []
    steps = 0
    while steps < max_steps:
        steps += 1
        reply = ask(model, history, steps)
        history.append({"role": "assistant", "content": reply})
        call = parse_tool_call(reply)
        if call is None:
            return result(reply, steps, names, "final_answer")
        names.append(call["tool"])
        history.append({"role": "tool", "content": dispatch(call)})
    return result(None, steps, names, "max_steps")


def ask(model, history, step):
    try:
        return model(history)
    except Exception as exc:
        raise type(exc)(f"step {step}: {exc}") from exc


def result(answer, steps, names, reason):
    return {"answer": answer, "steps": steps, "tools_called": names, "stop_reason": reason}
