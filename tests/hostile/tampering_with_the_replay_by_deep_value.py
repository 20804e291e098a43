"""Makes all tests pass, and sends the replay a value nested too deeply to read."""

# verdict: error
# says: All tests reported a pass, but.*nested too deeply

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
    os.write(3, struct.pack("=cI", b"O", 30_000) + b"[\1\0\0\0" * 6_000)


scenarios.observe = observe


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
