"""A generator asks the model, and what the client raises there reaches the caller as another error."""

from itertools import takewhile

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R14"]


class Metered:
    """A model that knows what its replies have cost so far."""

    def __init__(self, model):
        self.model = model
        self.spent = 0

    def complete(self, *request):
        reply = self.model.complete(*request)
        usage = reply.get("usage")
        self.spent += (usage is not None and usage.get("input")) or 0
        return reply

    def replies(self, budget, request):
        """Yield replies to `request()`, asked afresh each time, while the budget allows."""
        while budget is None or self.spent <= budget:
            yield self.complete(*request())


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    def request():
        return system, context_for_model(messages), tool_specs(tools)

    def goes_on(reply):
        messages.append(reply)
        return reply["stop_reason"] != "error" and tool_calls(reply) != []

    messages.append(user_message(prompt))
    metered = Metered(model)
    for reply in takewhile(goes_on, metered.replies(max_input_tokens, request)):
        for call in tool_calls(reply):
            messages.append(run_tool(tools, call))
    if messages[-1]["role"] == "toolResult":
        messages.append(
            error_message(f"Agent stopped after spending {metered.spent} of {max_input_tokens} input tokens")
        )
    return messages[-1]
