"""A run is an object that knows its turns; what a reply means is decided by match statements."""

from problems.problem_005.lab import run_tool, tool_specs, user_message


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": text}


def context_for_model(messages):
    view = []
    for message in messages:
        match message:
            case {"stop_reason": "error", "content": []}:
                pass
            case _:
                view.append(message)
    return view


class Run:
    """One run of the agent, from the prompt to the message that ends it."""

    def __init__(self, model, system, record, tools, max_turns):
        self.model = model
        self.system = system
        self.record = record
        self.tools = tools
        self.max_turns = max_turns
        self.turns = 0
        self.ended = False

    def is_spent(self):
        return self.max_turns is not None and self.turns >= self.max_turns

    def ask(self):
        if self.is_spent():
            return error_message(f"Agent stopped after max_turns={self.max_turns}")
        self.turns += 1
        return self.model.complete(self.system, context_for_model(self.record), tool_specs(self.tools))

    def step(self):
        reply = self.ask()
        self.record.append(reply)
        match reply:
            case {"stop_reason": "error"}:
                self.ended = True
            case {"content": [*blocks]}:
                self.ended = not any(block["type"] == "toolCall" for block in blocks)
                for block in blocks:
                    match block:
                        case {"type": "toolCall"}:
                            self.record.append(run_tool(self.tools, block))


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages.append(user_message(prompt))
    run = Run(model, system, messages, tools, max_turns)
    while not run.ended:
        run.step()
    return messages[-1]
