"""An object per run, whose methods each do one part of a step; the lab is used as a module."""

from problems.problem_070 import lab


class Agent:
    def __init__(self, task, script):
        self.llm = lab.make_llm(script)
        self.messages = []
        self.names = []
        self.steps = 0
        self.say("system", lab.SYSTEM_PROMPT)
        self.say("user", task)

    def say(self, role, content):
        self.messages.append(dict(content=content, role=role))

    def step(self):
        """Return the answer, or None if the step was a tool call."""
        self.steps += 1
        reply = self.llm(messages=self.messages)
        self.say("assistant", reply)
        if lab.parse_tool_call(reply) is None:
            return reply
        self.use_tool(lab.parse_tool_call(reply))
        return None

    def use_tool(self, call):
        self.say("tool", lab.dispatch(call=call))
        self.names.append(call["tool"])

    def run(self, max_steps):
        while self.steps < max_steps:
            answer = self.step()
            if answer is not None:
                return self.report(answer, "final_answer")
        return self.report(None, "max_steps")

    def report(self, answer, stop_reason):
        return dict(stop_reason=stop_reason, tools_called=self.names, steps=self.steps, answer=answer)


def run_agent(task, script, max_steps=5):
    return Agent(task, script).run(max_steps)
