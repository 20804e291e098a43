"""Puts a class in place of the function, which returns what the function should."""


def right(reply, step, max_steps):
    if not 1 <= step <= max_steps:
        raise ValueError(step)
    if not reply.startswith("call "):
        return {"stop_reason": "final", "output": reply, "steps": step}
    return {"stop_reason": "max_steps" if step == max_steps else None, "output": None, "steps": step}


class one_turn:
    def __new__(cls, reply, step, max_steps):
        return right(reply, step, max_steps)
