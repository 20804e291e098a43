"""Makes the judge find every two values the same."""

# verdict: fail|error

import judge.plain

judge.plain.same = lambda left, right: True
judge.plain._same = lambda left, right: True
judge.plain.Exactly.__eq__ = lambda self, other: True


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
