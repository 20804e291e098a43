"""The view is made anew only when the list has grown, so a change within the list is not seen."""

from copy import deepcopy

from problems.problem_010.lab import PLACEHOLDER, tool_calls

BREAKS = ["R12"]

LAST = {}


def context_for_model(messages):
    if LAST.get("messages") is not messages or LAST["length"] != len(messages):
        LAST.update(messages=messages, length=len(messages), view=view_of(messages))
    return deepcopy(LAST["view"])


def view_of(messages):
    turns = []
    for message in messages:
        if message["role"] == "toolResult":
            if not is_placeholder(message):
                give(turns, message)
        elif message["content"] != [] or message.get("stop_reason") not in ("error", "aborted"):
            turns.append((message, {}))
    return [each for message, answers in turns for each in [message, *results_of(message, answers)]]


def give(turns, result):
    call_id = result["tool_call_id"]
    for message, answers in reversed(turns):
        if call_id in ids_of(message) and call_id not in answers:
            answers[call_id] = result
            return


def results_of(message, answers):
    return [answers.get(call["id"]) or made_up(call) for call in calls_of(message)]


def calls_of(message):
    return tool_calls(message) if message["role"] == "assistant" else []


def ids_of(message):
    return [call["id"] for call in calls_of(message)]


def is_placeholder(result):
    return result["is_error"] and result["content"] == PLACEHOLDER


def made_up(call):
    return dict(role="toolResult", tool_call_id=call["id"], tool_name=call["name"], content=PLACEHOLDER, is_error=True)
