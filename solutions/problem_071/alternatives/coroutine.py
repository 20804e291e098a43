"""A generator that yields what is to be done, and a driver that does it and sends or throws the outcome back in."""

from problems.problem_071.lab import SYSTEM_PROMPT, MalformedCall, dispatch, make_llm, parse_tool_call


def conversation(task, max_steps, max_malformed):
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    names, row = [], 0
    for step in range(1, max_steps + 1):
        reply = yield "ask", messages
        messages = [*messages, {"role": "assistant", "content": reply}]
        try:
            call = yield "parse", reply
        except MalformedCall as exc:
            row += 1
            if row > max_malformed:
                return {"answer": None, "steps": step, "tools_called": names, "stop_reason": "malformed_calls"}
            outcome = f"error: malformed tool call: {exc}"
        else:
            if not call:
                return {"answer": reply, "steps": step, "tools_called": names, "stop_reason": "final_answer"}
            row = 0
            names.append(call["tool"])
            outcome = yield "run", call
        messages = [*messages, {"role": "tool", "content": outcome}]
    return {"answer": None, "steps": max_steps, "tools_called": names, "stop_reason": "max_steps"}


def run_agent(task, script, max_steps=5, max_malformed=2):
    does = {"ask": make_llm(script), "parse": parse_tool_call, "run": dispatch}
    talk = conversation(task, max_steps, max_malformed)
    back, outcome = talk.send, None
    while True:
        try:
            what, given = back(outcome)
        except StopIteration as end:
            return end.value
        try:
            back, outcome = talk.send, does[what](given)
        except MalformedCall as exc:
            if what != "parse":
                raise
            back, outcome = talk.throw, exc
