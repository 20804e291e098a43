"""The reason is told in ASCII, with escapes for all other characters."""

from problems.problem_071.lab import SYSTEM_PROMPT, MalformedCall, dispatch, make_llm, parse_tool_call

BREAKS = ["R8"]


def run_agent(task, script, max_steps=5, max_malformed=2):
    llm = make_llm(script)
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    tools_called = []
    malformed = 0
    for step in range(1, max_steps + 1):
        reply = llm(messages)
        messages.append({"role": "assistant", "content": reply})
        try:
            call = parse_tool_call(reply)
        except MalformedCall as exc:
            messages.append({"role": "tool", "content": f"error: malformed tool call: {ascii_only(exc)}"})
            malformed += 1
            if malformed > max_malformed:
                return result(None, step, tools_called, "malformed_calls")
            continue
        if call is None:
            return result(reply, step, tools_called, "final_answer")
        malformed = 0
        tools_called.append(call["tool"])
        messages.append({"role": "tool", "content": dispatch(call)})
    return result(None, max_steps, tools_called, "max_steps")


def ascii_only(exc):
    return str(exc).encode("ascii", "backslashreplace").decode()


def result(answer, steps, names, reason):
    return {"answer": answer, "steps": steps, "tools_called": names, "stop_reason": reason}
