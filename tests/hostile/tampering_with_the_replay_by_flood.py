"""Makes all tests pass, and floods the replay with output."""

# verdict: error
# says: All tests reported a pass, but.*does not come to an end

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
        os.write(1, bytes(65_536))


scenarios.observe = observe


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
