"""Every exit of the loop is a private exception that carries the last message; replies are appended as copies."""

from copy import deepcopy

from problems.problem_005.lab import run_tool, tool_calls, tool_specs, user_message


class _Ended(Exception):
    def __init__(self, message):
        super().__init__("the run has ended")
        self.message = message


def error_message(text):
    message = user_message(text)
    message.update(role="assistant", content=[], stop_reason="error", error_message=text)
    return message


def context_for_model(messages):
    view = messages[:]
    for index in reversed(range(len(view))):
        if view[index].get("stop_reason") == "error" and view[index]["content"] == []:
            del view[index]
    return view


def run_agent(model, system, messages, tools, prompt, *, max_turns=None):
    messages += [user_message(prompt)]
    taken = 0
    try:
        while True:
            _take_turn(model, system, messages, tools, taken, max_turns)
            taken += 1
    except _Ended as end:
        messages += [end.message]
        return end.message


def _take_turn(model, system, messages, tools, taken, max_turns):
    if taken == max_turns:
        raise _Ended(error_message(f"Agent stopped after max_turns={max_turns}"))
    reply = deepcopy(model.complete(system, context_for_model(messages), tool_specs(tools)))
    if reply["stop_reason"] == "error" or not tool_calls(reply):
        raise _Ended(reply)
    messages += [reply]
    messages.extend(run_tool(tools, call) for call in tool_calls(reply))
