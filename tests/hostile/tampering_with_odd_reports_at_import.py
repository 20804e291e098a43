"""Reads the token while it is imported, and reports a failure without a reason."""

# verdict: fail
# says: interfered with the judge
# costs: 10

import json
import os
import sys

frame = sys._getframe()
while "task" not in frame.f_locals:
    frame = frame.f_back
os.write(3, json.dumps({"loaded": False, "token": frame.f_locals["task"].token}).encode() + b"\n")


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
