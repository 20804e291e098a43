"""A generator that yields what is to be done, and a driver that does it and sends the outcome back in."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call


def conversation(task, max_steps):
    messages = [{"role": "system", "content": SYSTEM_PROMPT}, {"role": "user", "content": task}]
    names = []
    for step in range(max_steps):
        reply = yield "ask", messages
        messages = [*messages, {"role": "assistant", "content": reply}]
        if not (call := parse_tool_call(reply)):
            return {"answer": reply, "steps": step + 1, "tools_called": names, "stop_reason": "final_answer"}
        names.append(call["tool"])
        result = yield "run", call
        messages = [*messages, {"role": "tool", "content": result}]
    return {"answer": None, "steps": max_steps, "tools_called": names, "stop_reason": "max_steps"}


def run_agent(task, script, max_steps=5):
    does = {"ask": make_llm(script), "run": dispatch}
    talk = conversation(task, max_steps)
    outcome = None
    while True:
        try:
            what, given = talk.send(outcome)
        except StopIteration as end:
            return end.value
        outcome = does[what](given)
