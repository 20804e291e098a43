"""What two solutions did on one script, step by step in two columns, up to the first step in which they differ."""

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from judge.columns import hanging, padded
from judge.plain import same
from judge.show import show
from judge.terminal import WIDTH, Paint
from judge.texts import printable_line

COLUMN = 35  # two of these, a gap for the mark and a margin make 80
_MANY = 12  # steps that both do alike before the first and last few stand for all
_AFTER = 12  # lines of each column beyond the step that differs
_ITEMS = 3  # of a list, from the first one that differs
_SHORT = 33  # characters of a value that stays on the line of its step
TOLD = ("events", "raised", "returned")


@dataclass(frozen=True)
class Step:
    """One line of a column, and the plain `value` behind it.

    `items` are laid out below it where they are what differs, and are `folded` into their number.
    """

    text: str
    value: Any
    items: list[Any] | tuple[Any, ...] | None = None
    folded: bool = False


_ABSENT = ("absent",)
_NONE = Step("", _ABSENT)


def story_lines(reference: list[dict[str, Any]], attempt: list[dict[str, Any]], paint: Paint) -> Iterator[str]:
    """Yield the two columns for what was observed run by run; the first step that differs is marked.

    The run in which that is ends the story: what comes after it follows from it, or is beside the point.
    """
    yield paint(f"    {'reference':<{COLUMN}}   yours", "bold")
    runs = list(itertools.zip_longest(reference, attempt))
    for number, (one, other) in enumerate(runs, start=1):
        pairs = list(itertools.zip_longest(*_steps_of_run(one, other), fillvalue=_NONE))
        if len(runs) > 1:
            name = "" if one is None else f"run {number}", "" if other is None else f"run {number}"
            pairs.insert(0, (Step(name[0], name[0]), Step(name[1], name[1])))
        alike = next((at for at, (mine, theirs) in enumerate(pairs) if not same(mine.value, theirs.value)), len(pairs))
        yield from _alike([mine for mine, _ in pairs[:alike]])
        if alike < len(pairs):
            left = _column([mine for mine, _ in pairs[alike:]], pairs[alike][1])
            right = _column([theirs for _, theirs in pairs[alike:]], pairs[alike][0])
            yield from _beside(left, right, paint("≠", "red"))
            return


def story_of_one(runs: list[dict[str, Any]], paint: Paint) -> Iterator[str]:
    """Yield what the reference alone did, where it is unknown how far the attempt came."""
    yield paint("    reference", "bold")
    for number, run in enumerate(runs, start=1):
        if len(runs) > 1:
            yield f"    run {number}"
        for text in _shortened([step.text for step in _steps_of_run(run, run)[0]]):
            yield from hanging(text, "    ", WIDTH)


def _steps_of_run(one: dict[str, Any] | None, other: dict[str, Any] | None) -> tuple[list[Step], list[Step]]:
    """Return the steps of both; as long as they agree, those which belong together stand at the same place."""
    ends = _ends(one, other)
    return (
        [*(_events(one["events"]) if one else ()), *ends[0]],
        [*(_events(other["events"]) if other else ()), *ends[1]],
    )


def _events(events: Any) -> Iterator[Step]:
    turn = 0
    for kind, *details in events:
        turn += kind == "model"
        if kind == "model":
            yield Step(
                f"{turn:>2} asks the model{asked_with(details)}", ("model", details), messages(details), folded=True
            )
        else:
            yield Step(f"   {event_text((kind, *details))}", (kind, details))


def messages(details: list[Any]) -> list[Any] | None:
    """Return the messages among what a model is sent: the first list, or the field of that name."""
    if len(details) == 1 and type(details[0]) is dict and type(details[0].get("messages")) is list:
        return list(details[0]["messages"])
    return next((detail for detail in details if type(detail) is list), None)


def asked_with(details: list[Any]) -> str:
    """Return in brackets how many messages the model was sent, or which reply it was asked for."""
    sent = messages(details)
    if sent is not None:
        return f" ({len(sent)} message{'s' * (len(sent) != 1)})"
    return f" for reply {details[0]}" if len(details) == 1 and type(details[0]) is int else ""


def event_text(event: Any) -> str:
    """Return one event in words."""
    kind, *details = event
    if kind == "model":
        return f"asks the model{asked_with(details)}"
    if kind == "tool" and len(details) == 2 and type(details[1]) is dict:
        given = ", ".join(
            f"{key if type(key) is str else show(key)}={show(value, 40)}" for key, value in details[1].items()
        )
        return printable_line(f"runs {details[0]!s}({given})"[:300])
    return printable_line(f"{kind!s} {show(details, 60)}"[:300])


def count(items: list[Any] | tuple[Any, ...]) -> str:
    """Return how many messages or items these are."""
    noun = "message" if items and all(type(item) is dict and "role" in item for item in items) else "item"
    return f"{len(items)} {noun}{'s' * (len(items) != 1)}"


def _ends(one: dict[str, Any] | None, other: dict[str, Any] | None) -> tuple[list[Step], list[Step]]:
    """Return how the two ended the same run, and if they did so alike, what else was seen of it that differs."""
    keys = _keys(_result(one), _result(other))
    further: list[str] = []
    if one and other and all(same(one[key], other[key]) for key in TOLD):
        further = [key for key in one if key not in TOLD and not same(one[key], other.get(key))]
    left, right = (
        [*_end(run, keys), *(_valued(f"   {printable_line(str(key))}: ", run.get(key)) for key in further)]
        if run
        else []
        for run in (one, other)
    )
    return left, right


def _result(run: dict[str, Any] | None) -> Any:
    return run["returned"] if run and run["raised"] is None else None


def _keys(one: Any, other: Any) -> list[Any]:
    """Return the keys or indexes by which what was returned is laid out; none where it fits on a line."""
    results = [result for result in (one, other) if result is not None]
    if not results or max(len(show(result, _SHORT)) for result in results) < _SHORT - 8:
        return []
    if all(type(result) is tuple for result in results):
        return list(range(max(map(len, results))))
    return list(dict.fromkeys(key for result in results if type(result) is dict for key in result))


def _end(run: dict[str, Any], keys: list[Any]) -> list[Step]:
    if run["raised"] is not None:
        return [Step(printable_line(f"   raises {run['raised']}"[:300]), ("raised", run["raised"]))]
    returned = run["returned"]
    if not keys or type(returned) not in (dict, tuple):
        return [_valued("   returns ", returned)]
    has = returned.keys() if type(returned) is dict else range(len(returned))
    name = "     {}=" if type(returned) is dict else "     [{}] "
    rows = [
        _valued(name.format(label(key)), returned[key]) if key in has else Step(f"     (no {label(key)})", _ABSENT)
        for key in keys
    ]
    return [Step("   returns", type(returned).__name__), *rows]


def label(key: Any) -> str:
    """Return the key of a dict as a name, if it is one."""
    return key if type(key) is str and key.isidentifier() else show(key, 30)


def _valued(before: str, value: Any) -> Step:
    """Return a step that shows `value`, or how many items it has where they would not fit."""
    text = show(value, 100)
    if type(value) in (list, tuple) and value and len(text) > _SHORT - len(before):
        return Step(f"{before}{count(value)}", ("valued", value), value, folded=True)
    return Step(f"{before}{text}", ("valued", value), value if type(value) in (list, tuple) else None)


def _alike(alike: list[Step]) -> Iterator[str]:
    """Yield the steps that both do, each once in both columns."""
    for text in _shortened([step.text for step in alike]):
        cell = hanging(text, "", COLUMN)
        yield from _beside(cell, cell, " ")


def _shortened(texts: list[str]) -> list[str]:
    if len(texts) <= _MANY:
        return texts
    return [*texts[:4], f"   … {len(texts) - 8} steps more …", *texts[-4:]]


def _column(steps: list[Step], other: Step) -> list[str]:
    """Return the lines of one side from the step that differs; `other` is that step on the other side."""
    first, *further = steps
    lines = hanging(first.text, "", COLUMN)
    if first.items is not None and other.items is not None and (first.folded or other.folded):
        lines += _items(first, other.items)
    for position, step in enumerate(further):
        if len(lines) >= _AFTER:
            left = sum(step.text != "" for step in further[position:])
            return [*lines, f"   … {left} more"] if left else lines
        lines += hanging(step.text, "", COLUMN) if step.text else []
    return lines


def _items(step: Step, others: Any) -> list[str]:
    """Return the items of `step` from the first one on that differs."""
    items = step.items or []
    indent = " " * (len(step.text) - len(step.text.lstrip(" 0123456789")) + 2)
    pairs = enumerate(zip(items, others, strict=False))
    start = next((at for at, pair in pairs if not same(*pair)), min(len(items), len(others)))
    lines = [f"{indent}[0] agrees" if start == 1 else f"{indent}the first {start} agree"] if start else []
    for at, item in enumerate(items[start : start + _ITEMS], start=start):
        lines += hanging(f"[{at}] {item_text(item)}", indent, COLUMN, "    ")
    if len(items) > start + _ITEMS:
        lines.append(f"{indent}… {len(items) - start - _ITEMS} more")
    return [*lines, f"{indent}(no more)"] if 0 < len(items) <= start else lines


def item_text(item: Any) -> str:
    """Return a message or another item of a list as it reads within a column."""
    if type(item) is not dict or not item:
        return show(item, 120)
    return " ".join(f"{label(key)}={show(value, 80)}" for key, value in item.items())[:200]


def _beside(left: list[str], right: list[str], mark: str) -> Iterator[str]:
    for one, other in itertools.zip_longest(left, right, fillvalue=""):
        yield f"    {padded(one, COLUMN)} {mark} {other}".rstrip()
        mark = " "
