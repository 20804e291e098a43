"""The step decides only what the reply leaves open."""

from typing import Any


def one_turn(reply: str, step: int, max_steps: int) -> dict[str, Any]:
    """Return `stop_reason`, `output` and `steps` after `reply` came in step number `step`."""
    if not 1 <= step <= max_steps:
        raise ValueError(f"step {step} is not between 1 and {max_steps}")
    if not reply.startswith("call "):
        return {"stop_reason": "final", "output": reply, "steps": step}
    return {"stop_reason": "max_steps" if step == max_steps else None, "output": None, "steps": step}
