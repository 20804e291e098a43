"""Replaces the import itself."""

# verdict: fail|error

import builtins
import sys
import types

builtins.__import__ = lambda name, *args, **options: types.ModuleType(name)
sys.meta_path.clear()
sys.path_hooks.clear()


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
