"""Replaces the exception that a failed assertion raises by one that is not raised."""

# verdict: fail|error

import builtins


class Quiet(BaseException):
    def __init__(self, *args):
        raise GeneratorExit


builtins.AssertionError = Quiet


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
