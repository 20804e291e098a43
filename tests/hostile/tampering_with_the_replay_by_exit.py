"""Makes all tests pass, and exits in the replay."""

# verdict: error
# says: All tests reported a pass, but.*ended the process with exit status 0

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
    os._exit(0)


scenarios.observe = observe


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
