"""The shortest script on which an attempt and the reference differ, as an interviewer would lay it out.

A problem's scenarios.py may have `runs(observation)`, which returns what was observed run by run, for a reader: each
with the keys `events`, `returned` and `raised`, and any further key in words. Without it, an observation is one run.
"""

import itertools
import math
from collections.abc import Iterator
from typing import Any

from judge.columns import hanging
from judge.play import Difference, Observation
from judge.player import scenarios_module
from judge.problem import Problem, Rule
from judge.show import show
from judge.spot import Spot, first_spot
from judge.story import TOLD, story_lines, story_of_one
from judge.terminal import WIDTH, Paint

_INTERFERED = "sent what no solution can send: it interfered with the judge"


def difference_lines(found: Difference, problem: Problem, paint: Paint) -> Iterator[str]:
    """Yield the report on `found`: the script, what each did turn by turn, what differs first, and the rule."""
    yield "  The shortest script on which you and the reference differ:"
    yield ""
    for line in script_lines(problem, found):
        yield from hanging(line, "    ", WIDTH, " " * 7)
    yield ""
    told = _told(problem, found, paint)
    if told is None:
        yield from story_of_one(_runs(problem, found.reference), paint)
        yield ""
        yield from hanging(f"On this script your attempt {found.lost or _INTERFERED}.", "  ", WIDTH, "")
        return
    story, spot = told
    yield from story
    yield ""
    for line in hanging(f"First difference: {spot.place}", "  ", WIDTH):
        yield paint(line, "bold")
    for who, text in (("reference", spot.reference), ("yours", spot.attempt)):
        yield from hanging(f"{who:<10}  {text}", "    ", WIDTH, " " * 12)
    if rule := deciding_rule(problem, found):
        yield ""
        yield from hanging(f"{rule.id} (spec.md, line {rule.line})  {rule.full}", "  ", WIDTH, " " * 4)


def as_data(found: Difference, problem: Problem) -> dict[str, Any]:
    """Return `found` as JSON can hold it; what is no JSON, such as a set, is a text."""
    told, rule = _told(problem, found, Paint(False)), deciding_rule(problem, found)
    lost = found.lost or (None if told else _INTERFERED)
    return {
        "script": script_lines(problem, found),
        "reference": _json(found.reference),
        "attempt": None if lost else _json(found.attempt),
        "lost": lost,
        "place": told[1].place if told else None,
        "rule": rule.id if rule else None,
    }


def _json(value: Any) -> Any:
    if value is None or type(value) in (bool, str):
        return value
    if (type(value) is int and value.bit_length() < 64) or (type(value) is float and math.isfinite(value)):
        return value
    if type(value) is dict:
        return {key if type(key) is str else show(key): _json(item) for key, item in value.items()}
    return [_json(item) for item in value] if type(value) in (list, tuple) else show(value)


def script_lines(problem: Problem, found: Difference) -> list[str]:
    """Return the script in words, where equal lines in a row are told once."""
    lines: list[str] = scenarios_module(problem).conversation(found.scenario)
    grouped = [(line, len(list(group))) for line, group in itertools.groupby(lines)]
    return [line if times == 1 else f"{line}   ({times} times)" for line, times in grouped]


def deciding_rule(problem: Problem, found: Difference) -> Rule | None:
    """Return the rule of the spec that decides the difference, if the problem can tell."""
    if found.attempt is None:
        return None
    try:
        return problem.rules.get(scenarios_module(problem).rule(found.scenario, found.reference, found.attempt))
    except Exception:
        # What the attempt's process sends may have any shape; the rest of the report stands without a rule.
        return None


def _told(problem: Problem, found: Difference, paint: Paint) -> tuple[list[str], Spot] | None:
    """Return both columns and where they part ways, or None where that cannot be said of what the attempt sent."""
    if found.attempt is None:
        return None
    try:
        columns = _runs(problem, found.reference), _runs(problem, found.attempt)
        spot = first_spot(*columns)
        if spot is None:  # It is in something that the problem's own words for a reader leave out.
            columns = [found.reference], [found.attempt]
            spot = first_spot(*columns)
        return (list(story_lines(*columns, paint)), spot) if spot else None
    except Exception:
        return None  # Nothing obliges an attempt's process to send observations.


def _runs(problem: Problem, observation: Observation) -> list[Observation]:
    """Return what was observed run by run. May raise anything for what is no observation of this problem."""
    in_words = getattr(scenarios_module(problem), "runs", None)
    found = list(in_words(observation)) if in_words else [observation]
    if not all(_is_observation(run) for run in found):
        raise ValueError("no observation")
    return found


def _is_observation(run: Any) -> bool:
    return type(run) is dict and run.keys() >= set(TOLD) and _are_events(run["events"])


def _are_events(events: Any) -> bool:
    return type(events) is list and all(
        type(event) in (tuple, list) and event and type(event[0]) is str for event in events
    )
