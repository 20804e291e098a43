"""A generator asks the model, so a StopIteration that the client raises comes out as a RuntimeError."""

from itertools import repeat

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message

BREAKS = ["R14"]


def error_message(text):
    return {"role": "assistant", "content": [], "stop_reason": "error", "error_message": str(text)}


def context_for_model(messages):
    def worth_sending(message):
        return "error_message" not in message or message["content"] != []

    return list(filter(worth_sending, messages))


def happening(model, system, messages, tools, prompt, max_turns):
    """Yield every message of the run; whoever consumes this appends each before asking for the next."""
    yield user_message(prompt)
    for _ in repeat(None) if max_turns is None else repeat(None, max_turns):
        reply = model.complete(system, context_for_model(messages), tool_specs(tools))
        yield reply
        if "error_message" in reply or not tool_calls(reply):
            return
        yield from (run_tool(tools, call) for call in tool_calls(reply))
    yield error_message(f"Agent stopped after max_turns={max_turns}")


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    for message in happening(model, system, messages, tools, prompt, max_turns):
        messages.append(message)
    return messages[-1]
