"""The messages are a list of the module, cleared only at the end, so a run that raises leaves them to the next."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call

BREAKS = ["R14"]


MESSAGES = []


def run_agent(task, script, max_steps=5):
    llm = make_llm(script)
    MESSAGES.append({"role": "system", "content": SYSTEM_PROMPT})
    MESSAGES.append({"role": "user", "content": task})
    outcome = {"answer": None, "steps": 0, "tools_called": [], "stop_reason": "max_steps"}
    while outcome["steps"] < max_steps:
        reply = llm(MESSAGES)
        outcome["steps"] += 1
        MESSAGES.append({"role": "assistant", "content": reply})
        if (call := parse_tool_call(reply)) is None:
            outcome["answer"] = reply
            outcome["stop_reason"] = "final_answer"
            break
        outcome["tools_called"].append(call["tool"])
        MESSAGES.append({"role": "tool", "content": dispatch(call)})
    MESSAGES.clear()
    return outcome
