"""A generator names the next thing to do as a function without arguments; the loop calls it and appends the result."""

from functools import partial
from itertools import repeat

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": str(text)}


def context_for_model(messages):
    def worth_sending(message):
        return "error_message" not in message or message["content"] != []

    return list(filter(worth_sending, messages))


def things_to_do(model, system, messages, tools, prompt, max_turns):
    """Yield what happens in the run, each to be called and appended before the next; what is sent in is the message."""

    def ask():
        return model.complete(specs=tool_specs(tools), messages=context_for_model(messages), system=system)

    yield partial(user_message, prompt)
    for _ in repeat(None) if max_turns is None else repeat(None, max_turns):
        reply = yield ask
        if "error_message" in reply or not tool_calls(reply):
            return
        for call in tool_calls(reply):
            yield partial(run_tool, tools, call)
    yield partial(error_message, f"Agent stopped after max_turns={max_turns}")


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    things = things_to_do(model, system, messages, tools, prompt, max_turns)
    thing = next(things)
    while thing is not None:
        messages.append(thing())
        try:
            thing = things.send(messages[-1])
        except StopIteration:
            thing = None
    return messages[-1]
