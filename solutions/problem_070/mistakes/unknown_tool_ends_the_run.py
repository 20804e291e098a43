"""A call of a tool that does not exist is taken for the final answer."""

from problems.problem_070.lab import SYSTEM_PROMPT, TOOLS, dispatch, make_llm, parse_tool_call

BREAKS = ["R8"]


def run_agent(task, script, max_steps=5):
    llm = make_llm(script)
    messages = [
        {"role": "system", "content": SYSTEM_PROMPT},
        {"role": "user", "content": task},
    ]
    outcome = {"answer": None, "steps": 0, "tools_called": [], "stop_reason": "max_steps"}
    while outcome["steps"] < max_steps:
        reply = llm(messages)
        outcome["steps"] += 1
        messages.append({"role": "assistant", "content": reply})
        call = parse_tool_call(reply)
        if call is None or call["tool"] not in TOOLS:
            outcome["answer"] = reply
            outcome["stop_reason"] = "final_answer"
            break
        outcome["tools_called"].append(call["tool"])
        messages.append({"role": "tool", "content": dispatch(call)})
    return outcome
