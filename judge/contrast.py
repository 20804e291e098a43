"""The shortest script on which an attempt and the reference differ, as an interviewer would lay it out.

A problem's scenarios.py may have `runs(observation)`, which returns what was observed run by run, for a reader: each
with the keys `events`, `returned` and `raised`, and any further key in words. Without it, an observation is one run.
"""

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from judge.plain import same
from judge.play import Difference, Observation, scenarios_module
from judge.problem import Problem, Rule
from judge.show import first_difference, show
from judge.story import (
    TOLD,
    asked_with,
    event_text,
    item_text,
    label,
    messages,
    one_line,
    story_lines,
    story_of_one,
    wrapped,
)
from judge.terminal import WIDTH, Paint

_LONG = 250  # characters of a value
_SHORT = 45  # characters of a value that needs no closer look


@dataclass(frozen=True)
class Spot:
    """Where two observations first part ways, in words, and what stands there in each."""

    place: str
    reference: str
    attempt: str


def difference_lines(found: Difference, problem: Problem, paint: Paint) -> Iterator[str]:
    """Yield the report on `found`: the script, what each did turn by turn, what differs first, and the rule."""
    yield "  The shortest script on which you and the reference differ:"
    yield ""
    for line in script_lines(problem, found):
        yield from wrapped(line, "    ", WIDTH, " " * 7)
    yield ""
    spot = first_spot(problem, found)
    reference = runs(problem, found.reference)
    if spot is None or found.attempt is None:
        yield from story_of_one(reference, paint)
        yield ""
        yield from wrapped(f"On this script your attempt {found.lost or _INTERFERED}.", "  ", WIDTH, "")
        return
    yield from story_lines(reference, runs(problem, found.attempt), paint)
    yield ""
    yield from _paragraph(f"First difference: {spot.place}", paint)
    for who, text in (("reference", spot.reference), ("yours", spot.attempt)):
        yield from wrapped(f"{who:<10}  {text}", "    ", WIDTH, " " * 12)
    if rule := deciding_rule(problem, found):
        yield ""
        yield from wrapped(f"{rule.id} (spec.md, line {rule.line})  {rule.full}", "  ", WIDTH, " " * 4)


def as_data(found: Difference, problem: Problem) -> dict[str, Any]:
    """Return `found` as JSON can hold it; what is no JSON, such as a set, is a text."""
    spot, rule = first_spot(problem, found), deciding_rule(problem, found)
    lost = found.lost or (None if spot else _INTERFERED)
    return {
        "script": script_lines(problem, found),
        "reference": _json(found.reference),
        "attempt": None if lost else _json(found.attempt),
        "lost": lost,
        "place": spot and spot.place,
        "rule": rule and rule.id,
    }


def _json(value: Any) -> Any:
    if value is None or type(value) in (bool, str):
        return value
    if (type(value) is int and value.bit_length() < 64) or (type(value) is float and math.isfinite(value)):
        return value
    if type(value) is dict:
        return {key if type(key) is str else show(key): _json(item) for key, item in value.items()}
    return [_json(item) for item in value] if type(value) in (list, tuple) else show(value)


_INTERFERED = "sent what no solution can send: it interfered with the judge"


def _paragraph(text: str, paint: Paint) -> Iterator[str]:
    for line in wrapped(text, "  ", WIDTH):
        yield paint(line, "bold")


def script_lines(problem: Problem, found: Difference) -> list[str]:
    """Return the script in words, where equal lines in a row are told once."""
    lines: list[str] = scenarios_module(problem).conversation(found.scenario)
    grouped = [(line, len(list(group))) for line, group in itertools.groupby(lines)]
    return [line if times == 1 else f"{line}   ({times} times)" for line, times in grouped]


def runs(problem: Problem, observation: Observation) -> list[Observation]:
    """Return what was observed run by run, in words for a reader where the problem has some.

    May raise anything for what is no observation of the problem.
    """
    told = getattr(scenarios_module(problem), "runs", None)
    found = list(told(observation)) if told else [observation]
    if not all(_is_observation(run) for run in found):
        raise ValueError("no observation")
    return found


def _is_observation(run: Any) -> bool:
    return (
        type(run) is dict
        and run.keys() >= set(TOLD)
        and type(run["events"]) is list
        and all(map(_is_event, run["events"]))
    )


def _is_event(event: Any) -> bool:
    return type(event) in (tuple, list) and bool(event) and type(event[0]) is str


def deciding_rule(problem: Problem, found: Difference) -> Rule | None:
    """Return the rule of the spec that decides the difference, if the problem can tell."""
    if found.attempt is None:
        return None
    try:
        return problem.rules.get(scenarios_module(problem).rule(found.scenario, found.reference, found.attempt))
    except Exception:
        return (
            None  # What the attempt's process sends may have any shape; the rest of the report stands without a rule.
        )


def first_spot(problem: Problem, found: Difference) -> Spot | None:
    """Return where the two first part ways, or None where that cannot be said of what the attempt's process sent."""
    if found.attempt is None:
        return None
    try:
        mine, theirs = runs(problem, found.reference), runs(problem, found.attempt)
        list(story_lines(mine, theirs, Paint(False)))  # What can be told can be reported.
        return _spot_in_runs(mine, theirs)
    except Exception:
        return None  # Nothing obliges an attempt's process to send observations.


def _spot_in_runs(reference: list[Observation], attempt: list[Observation]) -> Spot:
    for number, (one, other) in enumerate(itertools.zip_longest(reference, attempt), start=1):
        spot = _spot(one, other) if one and other else Spot(f"run {number}", _whether(one), _whether(other))
        if spot:
            several = len(reference) > 1 and bool(one and other)
            return Spot(f"{spot.place}, in run {number}" if several else spot.place, spot.reference, spot.attempt)
    return Spot("what was observed", "(see above)", "(see above)")


def _whether(run: Observation | None) -> str:
    return "takes place" if run else "does not take place"


def _spot(one: Observation, other: Observation) -> Spot | None:
    """Return where two observations of one run part ways, if they do: what happens, how it ends, what else is seen."""
    pairs = itertools.zip_longest(one["events"], other["events"])
    for at, (mine, theirs) in enumerate(pairs):
        if not same(mine, theirs):
            return _spot_of_event(one, other, at)
    if not same(one["raised"], other["raised"]):
        return Spot("how the run ends", _end(one), _end(other))
    for key in ("returned", *(key for key in one if key not in TOLD)):
        if not same(one[key], other.get(key)):
            place = "what is returned" if key == "returned" else str(key)
            return _spot_of_value(place, one[key], other.get(key))
    return None


def _spot_of_event(one: Observation, other: Observation, at: int) -> Spot:
    mine, theirs = (
        [*run["events"], None][at : at + 1][0] if at <= len(run["events"]) else None for run in (one, other)
    )
    if mine is None or theirs is None or mine[0] != theirs[0] or len(mine) != len(theirs):
        return Spot("what happens next", _next(mine, one), _next(theirs, other))
    if mine[0] == "tool":
        if mine[1] != theirs[1] or len(mine) != 3:
            return Spot("what happens next", event_text(mine), event_text(theirs))
        return _spot_of_value(f"the arguments of {label(mine[1])}", mine[2], theirs[2])
    turn = sum(event[0] == mine[0] for event in one["events"][: at + 1])
    if mine[0] != "model":
        return Spot("what happens next", event_text(mine), event_text(theirs))
    sent, got = messages(list(mine[1:])), messages(list(theirs[1:]))
    if sent is not None and got is not None and not same(sent, got):
        return _spot_of_value(f"what the model is sent in turn {turn}", sent, got)
    if asked_with(list(mine[1:])) != asked_with(list(theirs[1:])):
        return Spot("what happens next", event_text(mine), event_text(theirs))
    details = [event[1] if len(event) == 2 else list(event[1:]) for event in (mine, theirs)]
    return _spot_of_value(f"what the model is sent in turn {turn}", *details)


def _next(event: Any, run: Observation) -> str:
    return event_text(event) if event is not None else _end(run)


def _end(run: Observation) -> str:
    if run["raised"] is not None:
        return one_line(f"raises {run['raised']}")
    returned = run["returned"]
    return f"returns {item_text(returned) if type(returned) is dict else show(returned, 150)}"


def _spot_of_value(place: str, one: Any, other: Any) -> Spot:
    """Return where two values differ: whole while they are short, and a message as one unless one field differs."""
    path = ""
    while max(len(show(one, _SHORT)), len(show(other, _SHORT))) >= _SHORT and type(one) is type(other):
        if type(one) is list:
            pairs = enumerate(zip(one, other, strict=False))
            key = next((at for at, pair in pairs if not same(*pair)), min(len(one), len(other)))
        elif type(one) in (dict, tuple):
            fields, others = ((value if type(value) is dict else dict(enumerate(value))) for value in (one, other))
            key, *more = [key for key in {**fields, **others} if _differs(key, fields, others)]
            if path and (more or key not in fields or key not in others):
                break
        else:
            break
        path += f"[{show(key, _SHORT)}]"
        one, other = _at(one, key), _at(other, key)
    if type(one) is type(other) is str and max(len(one), len(other)) > _LONG // 2:
        further, one, other = first_difference(one, other)
        path += further
    return Spot(f"{place}, at {path}" if path else place, show(one, _LONG), show(other, _LONG))


def _at(value: Any, key: Any) -> Any:
    has = key in value if type(value) is dict else key < len(value)
    return value[key] if has else _NOTHING


def _differs(key: Any, one: dict[Any, Any], other: dict[Any, Any]) -> bool:
    return key not in one or key not in other or not same(one[key], other[key])


class _Nothing:
    """Stands where one of two values has nothing; `judge.show` prints it as it is, for it is the judge's own."""

    def __repr__(self) -> str:
        return "(nothing)"


_NOTHING = _Nothing()
