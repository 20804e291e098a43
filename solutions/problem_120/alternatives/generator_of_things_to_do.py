"""A generator names the next thing to do as a function without arguments; the loop calls it and appends the result."""

from functools import partial

from problems.problem_120.lab import context_for_model, error_message, run_tool, tool_calls, tool_specs, user_message


def cost(reply):
    try:
        return int(reply["usage"]["input"])
    except (KeyError, TypeError):
        return 0


def things_to_do(model, system, messages, tools, prompt, budget):
    """Yield what happens in the run, each to be called and appended before the next; what is sent in is the message."""

    def ask():
        return model.complete(specs=tool_specs(tools), messages=context_for_model(messages), system=system)

    yield partial(user_message, prompt)
    costs = []
    while budget is None or not sum(costs) > budget:
        reply = yield ask
        if reply["stop_reason"] == "error" or not tool_calls(reply):
            return
        costs.append(cost(reply))
        for call in tool_calls(reply):
            yield partial(run_tool, tools, call)
    yield partial(error_message, f"Agent stopped after spending {sum(costs)} of {budget} input tokens")


def run_agent(model, system, messages, tools, prompt, *, max_input_tokens=None):
    things = things_to_do(model, system, messages, tools, prompt, max_input_tokens)
    thing = next(things)
    while thing is not None:
        messages.append(thing())
        try:
            thing = things.send(messages[-1])
        except StopIteration:
            thing = None
    return messages[-1]
