"""A fold over the steps that the answer leaves by an exception; the rest is worked out from the messages."""

from functools import reduce

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call


class Answered(BaseException):
    pass


def run_agent(task, script, max_steps=5):
    llm = make_llm(script)

    def step(messages, _):
        reply = llm(messages)
        messages = [*messages, {"role": "assistant", "content": reply}]
        call = parse_tool_call(reply)
        if call is None:
            raise Answered(messages)
        return [*messages, {"role": "tool", "content": dispatch(call)}]

    opening = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    try:
        messages = reduce(step, range(max_steps), opening)
    except Answered as exc:
        return summary(exc.args[0], exc.args[0][-1]["content"], "final_answer")
    return summary(messages, None, "max_steps")


def summary(messages, answer, stop_reason):
    calls = [parse_tool_call(message["content"]) for message in messages if message["role"] == "assistant"]
    names = [call["tool"] for call in calls if call is not None]
    return {"answer": answer, "steps": len(calls), "tools_called": names, "stop_reason": stop_reason}
