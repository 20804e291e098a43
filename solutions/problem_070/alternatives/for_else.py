"""One function with for/else and a match statement; the request is a copy, and the result is filled in on the way."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call


def run_agent(task, script, max_steps=5):
    llm = make_llm(list(script))
    result = {"answer": None, "steps": 0, "tools_called": [], "stop_reason": "final_answer"}
    messages = [{"role": "system", "content": SYSTEM_PROMPT}]
    messages.append({"role": "user", "content": task})
    for result["steps"] in range(1, max_steps + 1):
        reply = llm(messages.copy())
        match parse_tool_call(reply):
            case None:
                result["answer"] = reply
                break
            case {"tool": name, "arguments": arguments}:
                result["tools_called"] += [name]
                outcome = dispatch({"arguments": arguments, "tool": name})
                messages += [{"role": "assistant", "content": reply}, {"role": "tool", "content": outcome}]
    else:
        result["stop_reason"] = "max_steps"
    return result
