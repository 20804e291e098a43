"""It leaves out empty failures, as in the problem before, and leaves calls and results as they are."""

BREAKS = ["R4", "R5", "R13"]


def context_for_model(messages):
    return [
        message
        for message in messages
        if not (message.get("stop_reason") in ("error", "aborted") and message["content"] == [])
    ]
