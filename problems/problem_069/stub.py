"""Write `solve`: read one reply per turn, run the tool it asks for, and stop in time. The rules are in spec.md."""

from collections.abc import Callable, Sequence
from typing import Any

from problems.problem_069.lab import Reply


def solve(
    script: Sequence[Reply],
    tools: dict[str, Callable[..., Any]],
    max_turns: int,
) -> tuple[str, str | None, list[tuple[str, Any]]]:
    """Play the stub model's replies and return `(status, answer, log)`.

    `status` is "done" or "budget"; `answer` is the text of the final reply, or None;
    `log` holds one `(name, result)` per call, in the order of the calls.
    """
    raise NotImplementedError("solve is not written yet")
