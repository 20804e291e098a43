"""Makes all tests pass, and closes the replay's pipe."""

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
    os.close(3)


scenarios.observe = observe


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
