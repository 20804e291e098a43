"""Three equal calls in a row are taken for an endless loop and end the run before its limit."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call

BREAKS = ["R11"]


def run_agent(task, script, max_steps=5):
    llm = make_llm(script)
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    calls = []
    while len(calls) < max_steps:
        reply = llm(messages)
        messages.append({"role": "assistant", "content": reply})
        call = parse_tool_call(reply)
        if call is None:
            return report(reply, len(calls) + 1, calls, "final_answer")
        calls.append(call)
        messages.append({"role": "tool", "content": dispatch(call)})
        if len(calls) >= 3 and calls[-1] == calls[-2] == calls[-3]:
            break
    return report(None, len(calls), calls, "max_steps")


def report(answer, steps, calls, reason):
    names = [call["tool"] for call in calls]
    return {"answer": answer, "steps": steps, "tools_called": names, "stop_reason": reason}
