"""A fold over the steps that every early end leaves by an exception; names and steps are worked out from the record."""

from functools import reduce
from itertools import takewhile

from problems.problem_071.lab import SYSTEM_PROMPT, MalformedCall, dispatch, make_llm, parse_tool_call


class Ended(BaseException):
    def __init__(self, record, answer, stop_reason):
        super().__init__(stop_reason)
        self.result = summary(record, answer, stop_reason)


def run_agent(task, script, max_steps=5, max_malformed=2):
    llm = make_llm(tuple(script))
    opening = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]

    def step(record, _):
        reply = llm(opening + [message for exchange in record for message in exchange[:2]])
        said = {"role": "assistant", "content": reply}
        try:
            call = parse_tool_call(reply)
        except MalformedCall as exc:
            told = {"role": "tool", "content": f"error: malformed tool call: {exc}"}
            record = [*record, (said, told, None)]
            if row(record) > max_malformed:
                raise Ended(record, None, "malformed_calls") from None
            return record
        if call is None:
            raise Ended([*record, (said, said, None)], reply, "final_answer")
        return [*record, (said, {"role": "tool", "content": dispatch(call)}, call["tool"])]

    try:
        return summary(reduce(step, range(max_steps), []), None, "max_steps")
    except Ended as end:
        return end.result


def row(record):
    return sum(1 for _ in takewhile(lambda exchange: exchange[2] is None, reversed(record)))


def summary(record, answer, stop_reason):
    names = [name for _, _, name in record if name is not None]
    return {"answer": answer, "steps": len(record), "tools_called": names, "stop_reason": stop_reason}
