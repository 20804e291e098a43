"""Reads the token, and sends reports with it that no honest child sends."""

# verdict: fail
# says: interfered with the judge
# costs: 10

import json
import os
import sys


def one_turn(reply, step, max_steps):
    frame = sys._getframe()
    while "task" not in frame.f_locals:
        frame = frame.f_back
    odd = {
        "": {"finish": 1, "outcome": "pass", "failure": None, "seconds": float("nan")},
        "call": {"finish": 2, "outcome": ["pass"], "failure": None, "seconds": 0.1},
        " call add": {"finish": 3, "outcome": "fail", "failure": {"sentence": {}}, "seconds": 0.1},
        "done": {"loaded": False},
        "call add": {"fooled": 5},
    }
    os.write(3, json.dumps({**odd[reply], "token": frame.f_locals["task"].token}).encode() + b"\n")
    os._exit(0)
