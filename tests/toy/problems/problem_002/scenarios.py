"""Every script of up to three replies, under limits from 0 to one beyond its length."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from judge.plain import plain
from problems.problem_002.lab import Runaway, scripted

REPLIES = ("done", "", "call add")


def scenarios() -> Iterator[dict[str, Any]]:
    """Yield each script with its limit, the shortest first."""
    for length in range(4):
        for replies, max_steps in product(product(REPLIES, repeat=length), range(length + 1)):
            yield {"replies": list(replies), "max_steps": max_steps}


def observe(solution: Any, scenario: dict[str, Any]) -> dict[str, Any]:
    """Return what the model was sent and what came back, as plain data."""
    model = scripted(*scenario["replies"])
    returned = raised = None
    try:
        returned = plain(solution.run(model, "go", scenario["max_steps"]))
    except (Exception, Runaway) as error:
        raised = type(error).__name__
    return {"events": [("model", sent) for sent in model.sent], "returned": returned, "raised": raised}


def conversation(scenario: dict[str, Any]) -> list[str]:
    """Return the script as a person reads it."""
    return [f"max_steps={scenario['max_steps']}", *(f"model: {reply!r}" for reply in scenario["replies"])]


def rule(scenario: dict[str, Any], reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """Return the rule that decides what the two disagree on."""
    for mine, theirs in zip(reference["events"], attempt["events"], strict=False):
        if mine != theirs:
            return "R5"
    return "R4" if reference["returned"]["output"] is None else "R3"
