"""Named states that hand over to each other, over a list subclass that knows how to add a message."""

from problems.problem_070.lab import SYSTEM_PROMPT, dispatch, make_llm, parse_tool_call


class Transcript(list):
    def add(self, role, content):
        self.append({"role": role, "content": content})
        return self


class Run:
    def __init__(self, task, script, max_steps):
        self.transcript = Transcript().add("system", SYSTEM_PROMPT).add("user", task)
        self.llm, self.left, self.max_steps = make_llm(script), max_steps, max_steps
        self.calls, self.answer, self.reason = [], None, None


def ask(run):
    if run.left <= 0:
        return give_up
    run.left -= 1
    reply = run.llm(list(run.transcript))
    run.transcript.add("assistant", reply)
    return use_tool if parse_tool_call(reply) is not None else accept


def use_tool(run):
    call = parse_tool_call(run.transcript[-1]["content"])
    run.calls.append(call)
    run.transcript.add("tool", dispatch(call))
    return ask


def accept(run):
    run.answer, run.reason = run.transcript[-1]["content"], "final_answer"


def give_up(run):
    run.reason = "max_steps"


def run_agent(task, script, max_steps=5):
    run, state = Run(task, script, max_steps), ask
    while state is not None:
        state = state(run)
    return {
        "answer": run.answer,
        "steps": run.max_steps - run.left,
        "tools_called": [call["tool"] for call in run.calls],
        "stop_reason": run.reason,
    }
