"""The last step ends the run before the answer that came in it is looked at."""

BREAKS = ["R1"]


def one_turn(reply, step, max_steps):
    if not 1 <= step <= max_steps:
        raise ValueError("no such step")
    if step == max_steps:
        return {"stop_reason": "max_steps", "output": None, "steps": step}
    if reply.startswith("call "):
        return {"stop_reason": None, "output": None, "steps": step}
    return {"stop_reason": "final", "output": reply, "steps": step}
