"""`--compare`: every script on the attempt and on the reference, the shortest difference, and whose mistake it is."""

import argparse
import json
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from judge import play, supervise
from judge.code import code_lines
from judge.contrast import difference_lines
from judge.faults import UserError
from judge.loading import Unjudgeable, load, public_names
from judge.plain import same
from judge.play import Agreement, Difference
from judge.problem import Problem, find, shown
from judge.session import collect
from judge.terminal import WIDTH, Paint, write
from judge.verdict import Verdict

_QUIET = 1.0  # seconds before a progress line appears


def run(root: Path, options: argparse.Namespace) -> int:
    """Compare as `options` ask and return the exit status: 0 if the attempt and the reference do the same, else 1."""
    problem = find(root, options.problems[0])
    attempt = options.solution.absolute() if options.solution else problem.attempt
    if not attempt.exists() and not options.solution:
        raise UserError(f"There is nothing to compare yet; begin with: python runner.py {problem.name}")
    reference = problem.solutions / "reference.py"
    if not reference.is_file():
        raise UserError(f"{shown(reference, root)} is missing, so there is nothing to compare with.")
    paint = Paint.for_stream(sys.stdout, allowed=not options.no_color)
    verdict = collect(problem, lambda items: supervise.judge(items, problem, attempt, shown(attempt, root)))
    began = time.perf_counter()
    found = _played(problem, reference, attempt)
    seconds = time.perf_counter() - began
    mistake = _known_mistake(problem, attempt, found) if isinstance(found, Difference) else None
    write(_report(problem, verdict, found, seconds, mistake, paint))
    if (isinstance(found, Agreement) and (verdict.status == "pass" or options.show_solution)) or (
        options.show_solution and _confirmed()
    ):
        write(_offer(problem, reference, attempt, paint))
    if options.json:
        with options.json.open("a", encoding="utf-8") as file:
            file.write(json.dumps(_as_json(problem, verdict, found, mistake), ensure_ascii=False) + "\n")
    return 0 if isinstance(found, Agreement) else 1


def _played(problem: Problem, reference: Path, attempt: Path) -> Difference | Agreement | str:
    """Return the outcome, or the sentence that says why the attempt cannot be played."""
    began = time.monotonic()
    terminal = sys.stderr.isatty()

    def tick(count: int) -> None:
        if terminal and time.monotonic() - began > _QUIET:
            print(f"\r  {count:,} scripts played ...", end="", file=sys.stderr, flush=True)

    try:
        return play.compare(problem, reference, attempt, tick=tick)
    except Unjudgeable as fault:
        return str(fault)
    finally:
        if terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def _known_mistake(problem: Problem, attempt: Path, found: Difference) -> str | None:
    """Return the sentence of the known mistake that does the same as the attempt on every scenario, if there is one.

    Only mistakes that do the same where the attempt first differs are played through.
    """
    if found.attempt is None:
        return None
    space = play.scenarios_module(problem)
    public = public_names(problem.stub)
    for path in sorted((problem.solutions / "mistakes").glob("*.py")):
        mistake = load(path, public)
        if not same(space.observe(mistake, found.scenario), found.attempt):
            continue
        if isinstance(play.compare(problem, path, attempt), Agreement):
            return " ".join((mistake.__doc__ or "").split())
    return None


def _report(
    problem: Problem,
    verdict: Verdict,
    found: Difference | Agreement | str,
    seconds: float,
    mistake: str | None,
    paint: Paint,
) -> Iterator[str]:
    yield f"{paint(problem.name, 'bold')} · compared with the reference"
    yield ""
    tests = f"{verdict.passed} of {verdict.total} tests passed"
    if isinstance(found, str):
        yield f"  {paint('✗', 'red')} {found}"
        return
    if isinstance(found, Agreement):
        space = getattr(play.scenarios_module(problem), "SPACE", "scripts")
        yield f"  {paint('✓', 'green')} The same on all {found.count:,} {space} ({seconds:.1f} s)."
        yield f"    {tests}."
        if verdict.status != "pass":
            yield "    The tests see a fault that no script shows. That is a gap in this problem: please report it,"
            yield "    with your attempt and the failing test (CONTRIBUTING.md says how)."
        return
    yield from difference_lines(found, problem, paint)
    if mistake:
        yield ""
        yield from textwrap.wrap(f"A known mistake: {mistake}", WIDTH, initial_indent="  ", subsequent_indent="  ")
    yield ""
    yield f"  {tests}; the {found.index:,} scripts before this one came out the same."
    if verdict.status == "pass":
        yield "  All tests pass and yet this differs: a hole in our tests. Please report it, with your"
        yield "  attempt and this script (CONTRIBUTING.md says how)."


def _offer(problem: Problem, reference: Path, attempt: Path, paint: Paint) -> Iterator[str]:
    yield ""
    yield from code_lines(reference, attempt, paint)
    yield ""
    yield f"  Why it is so: {shown(problem.solutions / 'notes.md', problem.root)}"


def _confirmed() -> bool:
    """Ask on a terminal before the reference is shown; elsewhere the option alone is enough."""
    if not sys.stdin.isatty():
        return True
    return input("  Show the reference solution? It spoils the problem. [y/N] ").strip().lower() in ("y", "yes")


def _as_json(
    problem: Problem, verdict: Verdict, found: Difference | Agreement | str, mistake: str | None
) -> dict[str, Any]:
    told: dict[str, Any] = {"problem": problem.name, "solution": verdict.solution, "passed": verdict.passed}
    told |= {"total": verdict.total, "mistake": mistake}
    if isinstance(found, str):
        return told | {"status": "error", "message": found}
    if isinstance(found, Agreement):
        return told | {"status": "same", "scripts": found.count}
    space = play.scenarios_module(problem)
    rule = space.rule(found.scenario, found.reference, found.attempt) if found.attempt is not None else None
    return told | {
        "status": "different",
        "scripts": found.index + 1,
        "script": space.conversation(found.scenario),
        "reference": found.reference,
        "attempt": found.attempt,
        "lost": found.lost,
        "rule": rule,
    }
