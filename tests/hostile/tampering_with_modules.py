"""Puts other modules in the place of the judge's and of pytest's."""

# verdict: fail
# costs: 10

import sys
import types

for name in ("judge.plain", "judge.explain", "judge.cell", "_pytest.runner", "_pytest.outcomes", "pytest"):
    sys.modules[name] = types.ModuleType(name)


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
