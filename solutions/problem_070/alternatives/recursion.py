"""Recursion over tuples: nothing is ever changed, and every request is a new list of new messages."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call


def run_agent(task, script, max_steps=5):
    return _go(make_llm(script), (("system", SYSTEM_PROMPT), ("user", task)), (), 0, max_steps)


def _go(llm, turns, names, steps, left):
    if left == 0:
        return _result(None, steps, names, "max_steps")
    reply = llm([{"role": role, "content": content} for role, content in turns])
    call = parse_tool_call(reply)
    if call is None:
        return _result(reply, steps + 1, names, "final_answer")
    turns = (*turns, ("assistant", reply), ("tool", dispatch(call)))
    return _go(llm, turns, (*names, call["tool"]), steps + 1, left - 1)


def _result(answer, steps, names, reason):
    return {"answer": answer, "steps": steps, "tools_called": list(names), "stop_reason": reason}
