"""Judges the problems asked for and passes each verdict on: to the terminal, to JSON, to the progress file."""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from judge import supervise
from judge.attempt import ensure_attempt, is_unedited
from judge.faults import UserError
from judge.problem import Problem, every, find, shown
from judge.progress import FILE_NAME, Progress, Standing
from judge.report import verdict_lines
from judge.seal import confirm
from judge.session import collect
from judge.terminal import Paint, warn, write
from judge.verdict import Verdict


def run(root: Path, options: argparse.Namespace) -> int:
    """Judge as `options` ask and return the exit status: 0 if everything passed, else 1."""
    problems = _asked_for(root, options)
    paint = Paint.for_stream(sys.stdout, allowed=not options.no_color)
    progress = Progress(root / FILE_NAME)
    lines = _opened(options.json) if options.json else None
    passed = True
    try:
        for position, problem in enumerate(problems):
            if position:
                write([""])
            verdict = _judge(root, problem, options.solution, progress, paint)
            passed = passed and verdict.status == "pass"
            if lines:
                lines.write(verdict.as_json() + "\n")
                lines.flush()
    finally:
        if lines:
            lines.close()
    warn(progress.take_warning())
    return 0 if passed else 1


def _asked_for(root: Path, options: argparse.Namespace) -> list[Problem]:
    if not options.all:
        # Each once, in the order typed.
        return list({problem.name: problem for problem in (find(root, typed) for typed in options.problems)}.values())
    started = [problem for problem in every(root) if problem.attempt.exists()]
    if not started:
        raise UserError("You have not started any problem yet; begin with: python runner.py 069")
    return started


def _opened(path: Path) -> TextIO:
    try:
        return path.open("a", encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path} cannot be written ({error.strerror}); name another file after --json.") from None


def _judge(root: Path, problem: Problem, chosen: Path | None, progress: Progress, paint: Paint) -> Verdict:
    made = ensure_attempt(problem.folder) if chosen is None else False
    attempt = problem.attempt if chosen is None else chosen.absolute()
    verdict = collect(problem, lambda items: supervise.judge(items, problem, attempt, shown(attempt, root)))
    verdict = confirm(verdict, problem, attempt)
    write(verdict_lines(verdict, problem, paint))
    if chosen is None:
        before = progress.of(problem.name)
        progress.record(problem.name, passed=verdict.passed, total=verdict.total, at=time.time())
        write(_next_steps(verdict, problem, before, made))
    return verdict


def _next_steps(verdict: Verdict, problem: Problem, before: Standing, made: bool) -> Iterator[str]:
    """Yield what to do next, where there is something to say that the verdict does not."""
    file = shown(problem.attempt, problem.root)
    if made or is_unedited(problem.attempt, problem.stub):
        yield ""
        yield f"  {'Made' if made else 'Still the stub:'} {file}"
        yield f"  Read {shown(problem.spec, problem.root)}, edit {file.rpartition('/')[2]}, and run this again."
        yield f"  Stuck? python runner.py {problem.name} --hint"
    elif verdict.status == "pass" and not before.solved:
        reference = shown(problem.solutions / "reference.py", problem.root)
        yield ""
        yield f"  Solved. Compare with {reference} and notes.md beside it."
    elif verdict.status != "pass" and before.solved:
        yield ""
        yield "  You had solved this problem; it fails now."
