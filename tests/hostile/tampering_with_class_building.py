"""Replaces what makes classes."""

# verdict: fail|error

import builtins

builtins.__build_class__ = lambda function, name, *bases, **options: bool


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
