"""Where what two solutions did on one script first differs: in words, and with what stands there in each."""

import itertools
from dataclasses import dataclass
from typing import Any

from judge.plain import same
from judge.play import Observation
from judge.show import NOTHING, first_difference, show
from judge.story import TOLD, asked_with, event_text, item_text, label, messages
from judge.texts import printable_line

_LONG = 250  # characters of a value
_SHORT = 45  # characters of a value that needs no closer look


@dataclass(frozen=True)
class Spot:
    """Where two observations first part ways, in words, and what stands there in each."""

    place: str
    reference: str
    attempt: str


def first_spot(reference: list[Observation], attempt: list[Observation]) -> Spot | None:
    """Return where the runs of the two first part ways, or None if they are the same."""
    for number, (one, other) in enumerate(itertools.zip_longest(reference, attempt), start=1):
        spot = _spot(one, other) if one and other else Spot(f"run {number}", _whether(one), _whether(other))
        if spot:
            several = len(reference) > 1 and bool(one and other)
            return Spot(f"{spot.place}, in run {number}" if several else spot.place, spot.reference, spot.attempt)
    return None


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
            place = "what is returned" if key == "returned" else str(key)[:_SHORT]
            return _spot_of_value(place, one[key], other.get(key))
    return None


def _spot_of_event(one: Observation, other: Observation, at: int) -> Spot:
    mine, theirs = (run["events"][at] if at < len(run["events"]) else None for run in (one, other))
    if mine is None or theirs is None or mine[0] != theirs[0] or len(mine) != len(theirs):
        return Spot("what happens next", _next(mine, one), _next(theirs, other))
    if mine[0] == "tool":
        if mine[1] != theirs[1] or len(mine) != 3:
            return Spot("what happens next", event_text(mine), event_text(theirs))
        return _spot_of_value(f"the arguments of {label(mine[1])[:_SHORT]}", mine[2], theirs[2])
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
        return printable_line(f"raises {run['raised']}"[:_LONG])
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
    return Spot(f"{place}, at {path[:_LONG]}" if path else place, show(one, _LONG), show(other, _LONG))


def _at(value: Any, key: Any) -> Any:
    has = key in value if type(value) is dict else key < len(value)
    return value[key] if has else NOTHING


def _differs(key: Any, one: dict[Any, Any], other: dict[Any, Any]) -> bool:
    return key not in one or key not in other or not same(one[key], other[key])
