"""Recursion over tuples: nothing is ever changed, and every request is a new list of new messages."""

from problems.problem_071.lab import SYSTEM_PROMPT, MalformedCall, dispatch, make_llm, parse_tool_call


def run_agent(task, script, max_steps=5, max_malformed=2):
    llm = make_llm(script)

    def go(turns, names, row, steps):
        if row > max_malformed:
            return ended(None, steps, names, "malformed_calls")
        if steps == max_steps:
            return ended(None, steps, names, "max_steps")
        reply = llm([{"role": role, "content": content} for role, content in turns])
        turns = (*turns, ("assistant", reply))
        try:
            call = parse_tool_call(reply)
        except MalformedCall as exc:
            return go((*turns, ("tool", f"error: malformed tool call: {exc}")), names, row + 1, steps + 1)
        if call is None:
            return ended(reply, steps + 1, names, "final_answer")
        return go((*turns, ("tool", dispatch(call))), (*names, call["tool"]), 0, steps + 1)

    return go((("system", SYSTEM_PROMPT), ("user", task)), (), 0, 0)


def ended(answer, steps, names, reason):
    return {"answer": answer, "steps": steps, "tools_called": list(names), "stop_reason": reason}
