"""Every short input of problem $number, smallest first, and how to observe a solution on one."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from judge.plain import plain

SPACE = "lists of up to 5 replies"
REPLIES = ("call add", "done", "call", " call add", "")


def scenarios() -> Iterator[dict[str, Any]]:
    """Yield every list of up to five replies, the shortest first."""
    for length in range(6):
        for replies in product(REPLIES, repeat=length):
            yield {"replies": list(replies)}


def observe(solution: Any, scenario: dict[str, Any]) -> dict[str, Any]:
    """Return, as plain data, what came back or was raised, and what became of the list; never raises."""
    replies = list(scenario["replies"])
    returned = raised = None
    try:
        returned = plain(solution.count_calls(replies))
    except Exception as error:
        raised = f"{type(error).__name__}: {error}"
    return {"events": [], "returned": returned, "raised": raised, "replies afterwards": plain(replies)}


def conversation(scenario: dict[str, Any]) -> list[str]:
    """Return the input as a person reads it, one line for each reply."""
    return [f"model: {reply!r}" for reply in scenario["replies"]] or ["no replies"]


def rule(scenario: dict[str, Any], reference: dict[str, Any], attempt: dict[str, Any]) -> str:
    """Return the rule that decides the first difference between two observations of one scenario."""
    same_list = reference["replies afterwards"] == attempt["replies afterwards"]
    return "R1" if same_list else "R2"
