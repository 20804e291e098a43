"""A run is an object that knows its purse; what a reply cost and means is decided by match statements."""

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_specs, user_message


def price_of(reply):
    match reply:
        case {"usage": {"input": int(tokens)}}:
            return tokens
        case _:
            return 0


class Run:
    """One run of the agent, from the prompt to the message that ends it."""

    def __init__(self, model, system, record, tools, budget):
        self.model = model
        self.system = system
        self.record = record
        self.tools = tools
        self.budget = budget
        self.spent = 0
        self.ended = False

    def is_over_budget(self):
        return self.budget is not None and self.spent > self.budget

    def next_message(self):
        if self.is_over_budget():
            return error_message(f"Agent stopped after spending {self.spent} of {self.budget} input tokens")
        reply = self.model.complete(self.system, context_for_model(self.record), tool_specs(self.tools))
        self.spent += price_of(reply)
        return reply

    def step(self):
        message = self.next_message()
        self.record.append(message)
        match message:
            case {"stop_reason": "error"}:
                self.ended = True
            case {"content": [*blocks]}:
                self.ended = not any(block["type"] == "toolCall" for block in blocks)
                for block in blocks:
                    match block:
                        case {"type": "toolCall"}:
                            self.record.append(run_tool(self.tools, block))


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    messages.append(user_message(prompt))
    run = Run(model, system, messages, tools, max_input_tokens)
    while not run.ended:
        run.step()
    return messages[-1]
