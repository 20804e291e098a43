"""Results are moved and orphans dropped, but a call that never got a result is left open."""

from problems.problem_010.lab import PLACEHOLDER, tool_calls

BREAKS = ["R5", "R13"]


def context_for_model(messages):
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
    return [answers[call["id"]] for call in calls_of(message) if call["id"] in answers]


def calls_of(message):
    return tool_calls(message) if message["role"] == "assistant" else []


def ids_of(message):
    return [call["id"] for call in calls_of(message)]


def is_placeholder(result):
    return result["is_error"] and result["content"] == PLACEHOLDER
