"""A wrapper around the model raises once the budget is exceeded, and the reply that was just paid for is lost."""

from problems.problem_120.lab import context_for_model, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R10", "R11"]


class BudgetExceeded(RuntimeError):
    pass


class BudgetedModel:
    def __init__(self, model, budget):
        self.model = model
        self.budget = budget
        self.spent = 0

    def complete(self, system, messages, specs):
        reply = self.model.complete(system, messages, specs)
        usage = reply.get("usage") or {}
        self.spent += usage.get("input") or 0
        if self.budget is not None and self.spent > self.budget:
            raise BudgetExceeded(f"Agent stopped after spending {self.spent} of {self.budget} input tokens")
        return reply


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    budgeted = BudgetedModel(model, max_input_tokens)
    while True:
        reply = budgeted.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        if reply["stop_reason"] == "error" or not tool_calls(reply):
            return reply
        for call in tool_calls(reply):
            messages.append(run_tool(tools, call))
