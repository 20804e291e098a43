"""Every exit is a private exception that carries the last message; the budget is counted down; replies are copied."""

from copy import deepcopy

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message


class _Ended(Exception):
    def __init__(self, message):
        super().__init__("the run has ended")
        self.message = message


class _Purse:
    def __init__(self, budget):
        self.budget = budget
        self.left = float("inf") if budget is None else budget

    def open(self):
        if self.left < 0:
            spent = self.budget - self.left
            raise _Ended(error_message(f"Agent stopped after spending {spent} of {self.budget} input tokens"))

    def pay(self, usage):
        self.left -= usage.get("input") or 0


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages += [user_message(prompt)]
    purse = _Purse(max_input_tokens)
    try:
        while True:
            _take_turn(model, system, messages, tools, purse)
    except _Ended as end:
        messages += [end.message]
        return end.message


def _take_turn(model, system, messages, tools, purse):
    purse.open()
    reply = deepcopy(model.complete(system, context_for_model(messages), tool_specs(tools)))
    if "error_message" in reply or not tool_calls(reply):
        raise _Ended(reply)
    purse.pay(reply.get("usage") or {})
    messages += [reply]
    messages.extend(run_tool(tools, call) for call in tool_calls(reply))
