"""An object per run whose methods each take one kind of reply; the lab is used as a module, the parser twice a step."""

from problems.problem_071 import lab


class Agent:
    def __init__(self, task, script, max_malformed):
        self.llm = lab.make_llm(script)
        self.patience = self.max_malformed = max_malformed
        self.messages = []
        self.names = []
        self.steps = 0
        self.say("system", lab.SYSTEM_PROMPT)
        self.say("user", task)

    def say(self, role, content):
        self.messages.append(dict(content=content, role=role))

    def step(self):
        """Return how the run ends, or None if it goes on."""
        self.steps += 1
        reply = self.llm(messages=self.messages)
        self.say("assistant", reply)
        try:
            lab.parse_tool_call(reply)
        except lab.MalformedCall as exc:
            return self.explain(exc)
        if lab.parse_tool_call(reply) is None:
            return self.report(reply, "final_answer")
        return self.use_tool(lab.parse_tool_call(reply))

    def explain(self, problem):
        if self.patience == 0:
            return self.report(None, "malformed_calls")
        self.patience -= 1
        return self.say("tool", "error: malformed tool call: " + str(problem))

    def use_tool(self, call):
        self.patience = self.max_malformed
        self.say("tool", lab.dispatch(call=call))
        self.names.append(call["tool"])

    def report(self, answer, stop_reason):
        return dict(stop_reason=stop_reason, tools_called=self.names, steps=self.steps, answer=answer)

    def run(self, max_steps):
        while self.steps < max_steps:
            if (end := self.step()) is not None:
                return end
        return self.report(None, "max_steps")


def run_agent(task, script, max_steps=5, max_malformed=2):
    return Agent(task, script, max_malformed).run(max_steps)
