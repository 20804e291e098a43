"""Makes the function that sends the reports do nothing."""

# verdict: error
# says: while|interfered

import os

os.write = lambda descriptor, text: len(text)


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
