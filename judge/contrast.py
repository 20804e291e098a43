"""The shortest script on which an attempt and the reference differ, as an interviewer would lay it out."""

import itertools
import textwrap
from collections.abc import Iterator
from typing import Any

from judge.plain import same
from judge.play import Difference, Observation, scenarios_module
from judge.problem import Problem
from judge.show import beside, first_difference, show
from judge.terminal import WIDTH, Paint

_COLUMN = 35  # two of these, a gap for the mark and a margin make 80
_NO_ROW = ("", "")


def difference_lines(found: Difference, problem: Problem, paint: Paint) -> Iterator[str]:
    """Yield the report on `found`: the script, what each did turn by turn, what differs first, and the rule."""
    space = scenarios_module(problem)
    yield "  The shortest script on which you and the reference differ:"
    yield ""
    for line in space.conversation(found.scenario):
        yield from textwrap.wrap(line, WIDTH, initial_indent="    ", subsequent_indent=" " * 11)
    yield ""
    if found.attempt is None:
        yield from _story(found.reference, None, paint)
        yield ""
        yield f"  On this script your attempt {found.lost}."
        return
    yield from _story(found.reference, found.attempt, paint)
    yield ""
    yield from _closer(found.reference, found.attempt, paint)
    rule = problem.rules.get(space.rule(found.scenario, found.reference, found.attempt))
    if rule:
        yield ""
        text = f"{rule.id} (spec.md, line {rule.line})  {rule.full}"
        yield from textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)


def _story(reference: Observation, attempt: Observation | None, paint: Paint) -> Iterator[str]:
    """Yield the two columns; the first row in which they differ is marked."""
    yield paint(f"    {'reference':<{_COLUMN}}   your attempt", "bold")
    marked = False
    rows = itertools.zip_longest(_rows(reference), _rows(attempt) if attempt else [], fillvalue=_NO_ROW)
    for (left, left_key), (right, right_key) in rows:
        differs = attempt is not None and not marked and (left, left_key) != (right, right_key)
        marked = marked or differs
        cells = itertools.zip_longest(_cell(left), _cell(right), fillvalue="")
        for position, (one, other) in enumerate(cells):
            mark = paint("≠", "red") if differs and position == 0 else " "
            yield f"    {one:<{_COLUMN}} {mark} {other}".rstrip()


def _cell(text: str) -> list[str]:
    return textwrap.wrap(text, _COLUMN, subsequent_indent="  ", break_on_hyphens=False) or [""]


def _rows(observation: Observation) -> list[tuple[str, str]]:
    """Return what was observed as rows: the text to show, and a key that differs where anything behind it differs."""
    rows = [_event(event) for event in observation.get("events", [])]
    if observation.get("raised"):
        rows.append((f"raises {observation['raised']}", ""))
    else:
        rows += _result(observation.get("returned"))
    return rows


def _event(event: Any) -> tuple[str, str]:
    kind, *details = event
    if kind == "model":
        sent = details[0] if details else None
        number = len(sent) if isinstance(sent, list | tuple) else None
        text = "asks the model" if number is None else f"asks the model ({number} message{'s' * (number != 1)})"
        return text, repr(details)
    if kind == "tool" and len(details) == 2 and isinstance(details[1], dict):
        name, arguments = details
        given = ", ".join(f"{key}={show(value, 20)}" for key, value in arguments.items())
        return f"runs {name}({given})", repr(details)
    return f"{kind} {show(details, 60)}", repr(details)


def _result(returned: Any) -> list[tuple[str, str]]:
    if isinstance(returned, dict) and returned:
        first, *others = (f"{key}={_brief(value)}" for key, value in returned.items())
        keys = [repr(value) for value in returned.values()]
        return list(zip([f"returns {first}", *(f"        {other}" for other in others)], keys, strict=True))
    return [(f"returns {show(returned, 120)}", repr(returned))]


def _brief(value: Any) -> str:
    if isinstance(value, list | tuple) and len(show(value, 40)) > 24:
        return "(1 item)" if len(value) == 1 else f"({len(value)} items)"
    return show(value, 40)


def _closer(reference: Observation, attempt: Observation, paint: Paint) -> Iterator[str]:
    """Yield the first thing that differs, from the outside in: its place, and what stands there in each."""
    for key in ("events", "raised", "returned", *(key for key in reference if key not in _TOLD)):
        one, other = reference.get(key), attempt.get(key)
        if same(one, other):
            continue
        path, left, right = first_difference(one, other)
        lines = beside(left, right, WIDTH - 18)
        if key == "events" and (step := _missing_step(one or [], other or [])) is not None:
            path, lines = "", (_rows(reference)[step][0], _rows(attempt)[step][0])
        yield paint(f"  First difference: {_place(key, path, reference)}", "bold")
        for who, text in zip(("reference", "yours"), lines, strict=True):
            yield from textwrap.wrap(
                f"{who:<10}  {text}", WIDTH, initial_indent="    ", subsequent_indent=" " * 16, break_on_hyphens=False
            )
        return


_TOLD = ("events", "raised", "returned")


def _place(key: str, path: str, reference: Observation) -> str:
    if key == "events":
        return _event_place(path, reference)
    return f"what is {key}{path and ', at '}{path}" if key in _TOLD else f"{key}{path}"


def _missing_step(reference: list[Any], attempt: list[Any]) -> int | None:
    """Return the index at which one side goes on and the other has come to its end, if that is what differs."""
    shorter = min(len(reference), len(attempt))
    return shorter if len(reference) != len(attempt) and same(reference[:shorter], attempt[:shorter]) else None


def _event_place(path: str, reference: Observation) -> str:
    """Say in words where in the events something differs; `path` begins with the index of the event."""
    index, _, inside = path.removeprefix("[").partition("]")
    events = reference["events"]
    if not index.isdigit() or int(index) >= len(events):
        return "what happens next"
    kind = events[int(index)][0]
    number = sum(event[0] == kind for event in events[: int(index) + 1])
    if not inside:
        return "what happens next"
    what = "what the model is sent" if kind == "model" else f"what the {kind} is given"
    return f"{what}, call {number}{', at ' if inside.removeprefix('[1]') else ''}{inside.removeprefix('[1]')}"
