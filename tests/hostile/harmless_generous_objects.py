"""Returns the right values in a dict whose keys come in another order."""

# verdict: pass


def one_turn(reply, step, max_steps):
    if not 1 <= step <= max_steps:
        raise ValueError(step)
    steps = {"steps": step}
    if not reply.startswith("call "):
        return {**steps, "output": reply, "stop_reason": "final"}
    return {**steps, "output": None, "stop_reason": "max_steps" if step == max_steps else None}
