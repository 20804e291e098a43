"""The outcome of a cohort as a table: candidate by problem, as wide as a terminal and no wider."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.columns import padded, width
from judge.report import crossed
from judge.terminal import WIDTH, Paint
from judge.texts import printable_line

_LONGEST_NAME = 32  # columns
_GAP = "  "
_NONE = "–"
_MOST_REASONS = 10


@dataclass(frozen=True)
class Outcome:
    """What a table shows of one verdict; `message` is what no single test says, if there is something."""

    status: str
    passed: int
    total: int
    message: str | None = None

    @property
    def cell(self) -> str:
        if self.status == "pass":
            return "✓"
        return f"{self.passed}/{self.total}" if self.status == "fail" else "error"


def table_lines(outcomes: Mapping[tuple[str, str], Outcome], paint: Paint) -> Iterator[str]:
    """Yield the table of `outcomes`, by (candidate, problem): candidates down, problems across, both sorted.

    Problems that do not fit beside each other follow in a further table below.
    """
    problems = sorted({problem for _, problem in outcomes})
    names = {candidate: _named(candidate) for candidate in sorted({who for who, _ in outcomes})}
    first = max([width(name) for name in names.values()] + [len("candidate")])
    columns = {problem: _column(problem, outcomes) for problem in problems}
    for position, group in enumerate(_folded(columns, WIDTH - first)):
        if position:
            yield ""
        header = "".join(_GAP + problem.removeprefix("problem_").rjust(columns[problem]) for problem in group)
        yield paint(padded("candidate", first) + header, "dim")
        for candidate, name in names.items():
            cells = [(outcomes.get((candidate, problem)), columns[problem]) for problem in group]
            if any(outcome for outcome, _ in cells):
                yield padded(name, first) + "".join(_GAP + _painted(outcome, wide, paint) for outcome, wide in cells)


def reasons(outcomes: Mapping[tuple[str, str], Outcome], paint: Paint) -> Iterator[str]:
    """Yield, for the first few attempts that could not be judged, why that is: an error in a table tells nothing."""
    told = [(*key, outcome.message) for key, outcome in sorted(outcomes.items()) if outcome.message]
    for candidate, problem, message in told[:_MOST_REASONS]:
        sentence = message.partition("\n")[0]
        said = f"{_named(candidate)}, {problem.removeprefix('problem_')}: {printable_line(sentence)}"
        yield from crossed(said, paint)
    if len(told) > _MOST_REASONS:
        yield paint(f"    and {len(told) - _MOST_REASONS:,} more; --json FILE has all of them", "dim")


def _named(candidate: str) -> str:
    """Return the name of a candidate's folder as it is shown: in quotes where a blank at either end would hide."""
    name = shortened(printable_line(candidate))
    return name if name == name.strip() else f"'{name}'"


def shortened(name: str) -> str:
    """Return `name` in at most 32 columns; what is cut is cut from the middle, since both ends tell people apart."""
    if width(name) <= _LONGEST_NAME:
        return name
    head, tail = name, ""
    while width(head) > _LONGEST_NAME * 2 // 3:
        head = head[:-1]
    for letter in reversed(name[len(head) :]):
        if width(head + "…" + letter + tail) > _LONGEST_NAME:
            break
        tail = letter + tail
    return f"{head}…{tail}"


def _column(problem: str, outcomes: Mapping[tuple[str, str], Outcome]) -> int:
    cells = [outcome.cell for (_, its), outcome in outcomes.items() if its == problem]
    return max(len(text) for text in [problem.removeprefix("problem_"), *cells])


def _folded(columns: Mapping[str, int], room: int) -> Iterator[Sequence[str]]:
    group: list[str] = []
    left = room
    for problem, wide in columns.items():
        if group and wide + len(_GAP) > left:
            yield group
            group, left = [], room
        group.append(problem)
        left -= wide + len(_GAP)
    yield group


def _painted(outcome: Outcome | None, columns: int, paint: Paint) -> str:
    if outcome is None:
        return paint(_NONE.rjust(columns), "dim")
    colour = {"pass": "green", "fail": "red"}.get(outcome.status, "yellow")
    return paint(outcome.cell.rjust(columns), colour)
