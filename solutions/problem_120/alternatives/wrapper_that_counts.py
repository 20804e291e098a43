"""The model is wrapped in one that counts and never raises; the loop asks the wrapper for the next message."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message


class Metered:
    """A model that knows what its replies have cost, and has only a stop message to give once that is too much."""

    def __init__(self, model, budget):
        self.model = model
        self.budget = budget
        self.spent = 0

    def complete(self, *request):
        if self.budget is not None and self.spent > self.budget:
            return error_message(f"Agent stopped after spending {self.spent} of {self.budget} input tokens")
        reply = self.model.complete(*request)
        usage = reply.get("usage")
        self.spent += (usage is not None and usage.get("input")) or 0
        return reply


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    metered = Metered(model, max_input_tokens)
    while True:
        reply = metered.complete(system, context_for_model(messages), tool_specs(tools))
        messages.append(reply)
        if reply["stop_reason"] == "error" or not tool_calls(reply):
            return reply
        messages.extend(run_tool(tools, call) for call in tool_calls(reply))
