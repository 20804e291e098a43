"""Makes all tests pass, and the replay end before it has begun."""

# verdict: error
# says: All tests reported a pass, but

import contextlib

import pytest

import judge.plain
from problems.problem_001 import scenarios

judge.plain.Exactly.__eq__ = lambda self, other: True
pytest.raises = lambda *args, **options: contextlib.nullcontext()
scenarios.scenarios = lambda: iter(())


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
