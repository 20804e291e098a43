"""Write `one_turn`: how the run stands after one reply. The task and its rules are in spec.md."""

from typing import Any


def one_turn(reply: str, step: int, max_steps: int) -> dict[str, Any]:
    """Return `stop_reason`, `output` and `steps` after `reply` came in step number `step`."""
    raise NotImplementedError("one_turn is not written yet")
