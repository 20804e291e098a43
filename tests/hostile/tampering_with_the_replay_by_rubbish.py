"""Makes all tests pass, and sends the replay an observation that is none."""

# verdict: error
# says: All tests reported a pass, but.*interfered with the judge

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
    os.write(3, struct.pack("=cI", b"O", 8) + b"rubbish!")


scenarios.observe = observe


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
