"""The tool message carries a third key, the name of the tool."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call

BREAKS = ["R7"]


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
        if (call := parse_tool_call(reply)) is None:
            outcome["answer"] = reply
            outcome["stop_reason"] = "final_answer"
            break
        outcome["tools_called"].append(call["tool"])
        messages.append({"role": "tool", "name": call["tool"], "content": dispatch(call)})
    return outcome
