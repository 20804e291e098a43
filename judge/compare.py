"""`--compare`: every script on the attempt and on the reference, the shortest difference, and whose mistake it is."""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from judge import play, supervise
from judge.advice import RUNNER
from judge.code import code_lines
from judge.columns import hanging
from judge.contrast import as_data, difference_lines
from judge.diagnosis import known_mistake
from judge.doctor import NO_SANDBOX
from judge.faults import UserError
from judge.lines import Lines
from judge.loading import Unjudgeable
from judge.play import Agreement, Difference
from judge.player import Lost, scenarios_module
from judge.problem import Problem, docstring_of, find, shown
from judge.remembered import agreement
from judge.report import crossed
from judge.running import INTERFERED
from judge.sandbox import is_sandboxed
from judge.seal import CHANGED, digest_of
from judge.session import collect
from judge.signals import tidily
from judge.terminal import WIDTH, Paint, ProgressLine, warn, write
from judge.verdict import Verdict

_QUIET = 1.0  # seconds before a progress line appears
_PATIENCE = 60.0  # seconds for all scripts; those of a usual attempt take a few
_GOES = 3  # at a file that is saved again while it is compared
_FIRST_ONES = 1_000  # scripts
_GLUE = "\N{NO-BREAK SPACE}"  # between a number and its unit while lines are broken


@dataclass(frozen=True)
class Unfinished:
    """The attempt did the same on the first `count` scripts, and then time was up."""

    count: int


@dataclass(frozen=True)
class Comparison:
    """How an attempt came out: by the tests, and beside the reference.

    `outcome` is a sentence where the attempt cannot be played. `mistake` is the known one that does the same.
    """

    verdict: Verdict
    outcome: Difference | Agreement | Unfinished | str
    seconds: float
    mistake: Path | None = None

    @property
    def agrees(self) -> bool:
        return isinstance(self.outcome, Agreement)

    @property
    def disagreement(self) -> str | None:
        """Return what is at fault where the tests and the scripts do not say the same, else None.

        A test that came to no outcome says nothing of the scripts.
        """
        if isinstance(self.outcome, Difference) and self.verdict.passed == self.verdict.total:
            return None if self.outcome.lost == INTERFERED else "tests"
        return "scenarios" if self.agrees and any(test.status == "fail" for test in self.verdict.tests) else None


def run(root: Path, options: argparse.Namespace) -> int:
    """Compare as `options` ask and return the exit status of `once`, or that of a signal to end."""
    return tidily(partial(once, root, options))


def once(root: Path, options: argparse.Namespace) -> int:
    """Compare and return the exit status: 0 if the attempt and the reference do the same, else 1."""
    problem = find(root, options.problems[0])
    attempt = options.solution.absolute() if options.solution else problem.attempt
    if not attempt.exists() and not options.solution:
        raise UserError(f"There is nothing to compare yet; begin with: {RUNNER} {problem.name}")
    for file in (problem.reference, problem.folder / "scenarios.py"):
        if not file.is_file():
            name = shown(file, root)
            raise UserError(f"{name} is missing, and --compare needs it; get it back with: git checkout -- {name}")
    lines = Lines(options.json) if options.json else None
    if options.solution and not is_sandboxed():
        warn(NO_SANDBOX)
    paint = Paint.for_stream(sys.stdout, allowed=not options.no_color)
    comparison = _compare(problem, attempt)
    write(_report(problem, comparison, paint))
    if lines:
        lines.append(json.dumps(_document(problem, comparison), ensure_ascii=False))
        lines.close()
    solved = comparison.agrees and comparison.verdict.status == "pass"
    if solved or (options.show_solution and _confirmed()):
        write(["", *code_lines(problem, attempt, paint)])
    return 0 if comparison.agrees else 1


def _compare(problem: Problem, attempt: Path) -> Comparison:
    """Compare, and once more where the file was saved meanwhile: tests and scripts have to be of the same code."""
    for _ in range(_GOES):
        digest = digest_of(attempt)
        comparison = _compare_once(problem, attempt)
        if digest_of(attempt) == digest:
            return comparison
    return Comparison(comparison.verdict, CHANGED.format(file=attempt.name), 0.0)


def _compare_once(problem: Problem, attempt: Path) -> Comparison:
    verdict = collect(problem, lambda items: supervise.judge(items, problem, attempt, shown(attempt, problem.root)))
    if verdict.unjudgeable:
        return Comparison(verdict, str(verdict.message), 0.0)
    progress = ProgressLine(_QUIET)
    began = time.perf_counter()
    try:
        outcome = played(problem, attempt, partial(_playing, progress))
        seconds = time.perf_counter() - began
        mistake = None
        if isinstance(outcome, Difference):
            mistake = known_mistake(problem, attempt, outcome, partial(_looking, progress))
        return Comparison(verdict, outcome, seconds, mistake)
    except Unjudgeable as fault:
        return Comparison(verdict, str(fault), 0.0)
    except Lost as lost:
        raise UserError(
            f"The reference of {problem.name} {lost}, so there is nothing to compare with. Please report it."
        ) from None
    finally:
        progress.clear()


def played(problem: Problem, attempt: Path, tick: Callable[[int], None]) -> Difference | Agreement | Unfinished:
    """Play the scripts on both: the first ones in step, where most attempts part ways, then all of them."""
    ends = time.monotonic() + _PATIENCE
    in_step = partial(play.compare, problem, problem.reference, attempt, tick=tick)
    outcome = in_step(most=_FIRST_ONES, seconds=_PATIENCE)
    if isinstance(outcome, Agreement):
        same = agreement(problem, attempt, tick, ends - time.monotonic(), in_same_order=outcome.in_same_order)
        left = ends - time.monotonic()
        if same or left <= 0:
            return same or Unfinished(outcome.count)
        outcome = in_step(seconds=left)
    if isinstance(outcome, Difference) and outcome.lost and time.monotonic() >= ends:
        return Unfinished(outcome.index)
    return outcome


def _playing(progress: ProgressLine, count: int) -> None:
    progress.show(f"{count:,} scripts played")


def _looking(progress: ProgressLine, count: int) -> None:
    progress.show(f"looking for a known mistake: {count:,} scripts played")


def _report(problem: Problem, comparison: Comparison, paint: Paint) -> Iterator[str]:
    outcome, verdict = comparison.outcome, comparison.verdict
    yield f"{paint(problem.name, 'bold')} · compared with the reference"
    yield ""
    if isinstance(outcome, str):
        yield from crossed(outcome, paint)
        return
    tests = f"{verdict.passed} of {verdict.total} tests passed"
    if isinstance(outcome, Agreement):
        space = getattr(scenarios_module(problem), "SPACE", "scripts")
        yield from _marked(
            f"The same on all {outcome.count:,} {space} ({comparison.seconds:.1f}{_GLUE}s).", "✓", "green", paint
        )
        yield f"    {tests}."
        if verdict.unconfirmed:
            yield ""
            yield from crossed(str(verdict.message), paint)
    elif isinstance(outcome, Unfinished):
        first = "script" if outcome.count == 1 else f"{outcome.count:,} scripts"
        said = f"No difference in the first {first}; stopped after {comparison.seconds:.0f}{_GLUE}s."
        yield from _marked(said, "✗", "red", paint)
        yield f"    {tests}. Make the attempt faster to play all scripts."
    else:
        yield from difference_lines(outcome, problem, paint)
        yield ""
        if comparison.mistake:
            said = f"It does on every script what this known mistake does: {sentence(comparison.mistake)}"
            yield from hanging(said, "  ", WIDTH)
            yield ""
        before = "script" if outcome.index == 1 else f"{outcome.index:,} scripts"
        yield f"  {tests}; {f'the {before} before this one came out the same' if outcome.index else _FIRST}."
    if comparison.disagreement:
        yield ""
        yield from hanging(_REPORT[comparison.disagreement], "  ", WIDTH, "")


_FIRST = "this is the very first script"
_REPORT = {
    "tests": "All tests reported a pass, and yet this differs: a hole in our tests. Please report it with your attempt "
    "and this script; CONTRIBUTING.md says how, under Reporting a hole.",
    "scenarios": "A test fails, and yet no script differs: a gap in the scripts of this problem. Please report it with "
    "your attempt and the failing test; CONTRIBUTING.md says how, under Reporting a hole.",
}


def _marked(text: str, mark: str, colour: str, paint: Paint) -> Iterator[str]:
    first, *further = (line.replace(_GLUE, " ") for line in hanging(text, "    ", WIDTH, ""))
    yield f"  {paint(mark, colour)} {first.strip()}"
    yield from further


def sentence(mistake: Path) -> str:
    """Return the sentence with which a mistake's file says what is wrong."""
    return docstring_of(mistake) or mistake.stem


def _confirmed() -> bool:
    """Ask on a terminal before the reference is shown; elsewhere the option alone is enough."""
    if not sys.stdin.isatty():
        return True
    try:
        answer = input("\n  Show the reference solution? It spoils the problem. [y/N] ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")


def _status(outcome: Difference | Agreement | Unfinished | str) -> str:
    if isinstance(outcome, str):
        return "error"
    return {Agreement: "same", Difference: "different", Unfinished: "unfinished"}[type(outcome)]


def _document(problem: Problem, comparison: Comparison) -> dict[str, object]:
    """Return what `--json` writes of a comparison; every key is always there."""
    verdict, outcome = comparison.verdict, comparison.outcome
    document: dict[str, object] = {
        "problem": problem.name,
        "solution": verdict.solution,
        "status": _status(outcome),
        "message": outcome if isinstance(outcome, str) else None,
        "passed": verdict.passed,
        "total": verdict.total,
        "scripts": 0
        if isinstance(outcome, str)
        else outcome.index + 1
        if isinstance(outcome, Difference)
        else outcome.count,
        "seconds": round(comparison.seconds, 3),
        "difference": as_data(outcome, problem) if isinstance(outcome, Difference) else None,
        "mistake": {"name": comparison.mistake.stem, "says": sentence(comparison.mistake)}
        if comparison.mistake
        else None,
        "hole_in": comparison.disagreement,
    }
    return document
