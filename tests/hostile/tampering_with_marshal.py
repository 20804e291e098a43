"""Makes all values the same bytes."""

# verdict: fail|error

import marshal

marshal.dumps = lambda value, *version: b"N"
marshal.loads = lambda written: {"stop_reason": None, "output": None, "steps": 0}


def one_turn(reply, step, max_steps):
    return {"stop_reason": "wrong", "output": None, "steps": -1}
