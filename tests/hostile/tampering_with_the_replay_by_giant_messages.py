"""Makes all tests pass, and sends the replay a message of four gigabytes."""

# verdict: error
# says: All tests reported a pass, but.*far more than the reference

import contextlib
import os
import struct
import time

import pytest

import judge.plain
from problems.problem_001 import scenarios

judge.plain.Exactly.__eq__ = lambda self, other: True
pytest.raises = lambda *args, **options: contextlib.nullcontext()
MODULES = os, struct, time


def observe(solution, scenario):
    while True:
        os.write(3, b"\xff" * 65_536)


scenarios.observe = observe


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
