"""Every reply of a few, in every step of runs of up to three steps, and one step beyond either end."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from judge.plain import plain

REPLIES = ("done", "", "call", "call add", " call add")


def scenarios() -> Iterator[dict[str, Any]]:
    """Yield the arguments of each call, the shortest run first."""
    for max_steps in range(1, 4):
        for step, reply in product(range(max_steps + 2), REPLIES):
            yield {"reply": reply, "step": step, "max_steps": max_steps}


def observe(solution: Any, scenario: dict[str, Any]) -> dict[str, Any]:
    """Return what the call gave back or raised, as plain data."""
    try:
        return {"events": [], "returned": plain(solution.one_turn(**scenario)), "raised": None}
    except Exception as error:
        return {"events": [], "returned": None, "raised": type(error).__name__}


def conversation(scenario: dict[str, Any]) -> list[str]:
    """Return the call as a person reads it."""
    return [f"step={scenario['step']}  max_steps={scenario['max_steps']}", f"model: {scenario['reply']!r}"]


def rule(scenario: dict[str, Any], reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """Return the rule that decides what the two disagree on."""
    if not 1 <= scenario["step"] <= scenario["max_steps"]:
        return "R5"
    if not scenario["reply"].startswith("call "):
        return "R1"
    return "R3" if scenario["step"] == scenario["max_steps"] else "R2"
