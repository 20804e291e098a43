"""Judges the problems asked for and passes each verdict on: to the terminal, to JSON, to the progress file."""

import argparse
import gc
import json
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from judge import seal
from judge.advice import RUNNER
from judge.attempt import ensure_attempt, is_unedited
from judge.doctor import NO_SANDBOX
from judge.faults import UserError
from judge.lines import Lines
from judge.problem import Problem, every, find, shown
from judge.progress import FILE_NAME, Progress
from judge.report import verdict_lines
from judge.sandbox import is_sandboxed
from judge.session import collect
from judge.signals import tidily
from judge.standing import Standing
from judge.terminal import Paint, warn, write
from judge.verdict import Verdict


def run(root: Path, options: argparse.Namespace) -> int:
    """Judge as `options` ask and return the exit status: 0 if everything passed, else 1, or that of a signal."""
    return tidily(partial(_run, root, options))


def _run(root: Path, options: argparse.Namespace) -> int:
    gc.disable()  # A run is over before there is garbage worth a search; collecting the tests would set off many.
    problems = _asked_for(root, options)
    paint = Paint.for_stream(sys.stdout, allowed=not options.no_color)
    progress = Progress(root / FILE_NAME)
    lines = Lines(options.json) if options.json else None
    if options.junit:
        from judge import junit  # Here, because what it needs of the standard library takes long to import.

        junit.ensure_writable(options.junit)
    if options.solution and not is_sandboxed():
        warn(NO_SANDBOX)
    documents: list[str] = []
    status = 0
    try:
        for position, problem in enumerate(problems):
            if position:
                write([""])
            try:
                verdict = _judge(root, problem, options.solution, progress, paint)
            except UserError as fault:
                if len(problems) == 1:
                    raise
                # What is wrong with one folder is no reason to leave the others without a verdict.
                warn(str(fault))
                status = 2
                continue
            status = max(status, 0 if verdict.status == "pass" else 1)
            if lines:
                lines.append(verdict.as_json())
            if options.junit:
                documents.append(verdict.as_json(with_code=False))
    finally:
        if lines:
            lines.close()
    if options.junit:
        junit.write(options.junit, map(json.loads, documents))
    warn(progress.take_warning())
    return status


def _asked_for(root: Path, options: argparse.Namespace) -> list[Problem]:
    if not options.all:
        # Each once, in the order typed.
        return list({problem.name: problem for problem in (find(root, typed) for typed in options.problems)}.values())
    started = [problem for problem in every(root) if problem.attempt.exists()]
    if not started:
        raise UserError(f"You have not started any problem yet; see which there are: {RUNNER}")
    return started


def _judge(root: Path, problem: Problem, chosen: Path | None, progress: Progress, paint: Paint) -> Verdict:
    made = ensure_attempt(problem.folder) if chosen is None else False
    return collect(problem, lambda items: judge_collected(items, problem, chosen, progress, paint, made=made))


def judge_collected(
    items: list[pytest.Item],
    problem: Problem,
    chosen: Path | None,
    progress: Progress,
    paint: Paint,
    *,
    made: bool,
    when_edited: str = "run this again",
) -> Verdict:
    """Judge by `items`, the collected tests of `problem`, write the verdict, record progress, and return the verdict.

    `chosen` is the file to judge, None for the candidate's own attempt: only that one counts for progress. `made` tells
    that it was just made from the stub, `when_edited` what to do after editing it.
    """
    attempt = problem.attempt if chosen is None else chosen.absolute()
    verdict = seal.judge(items, problem, attempt, shown(attempt, problem.root))
    write(verdict_lines(verdict, problem, paint))
    if chosen is None:
        before = progress.of(problem.name)
        untouched = made or is_unedited(problem.attempt, problem.stub)
        if untouched:
            progress.begin(problem.name, at=time.time())
        else:
            progress.record(problem.name, passed=verdict.passed, total=verdict.total, at=time.time())
        write(_next_steps(verdict, problem, before, untouched, made, when_edited))
    return verdict


def _next_steps(
    verdict: Verdict, problem: Problem, before: Standing, untouched: bool, made: bool, when_edited: str
) -> Iterator[str]:
    """Yield what to do next, where there is something to say that the verdict does not."""
    file = shown(problem.attempt, problem.root)
    if untouched:
        yield ""
        yield f"  {'Made' if made else 'Still the stub:'} {file}"
        yield f"  Read {shown(problem.spec, problem.root)}, edit {file.rpartition('/')[2]}, and {when_edited}."
        yield f"  Stuck? {RUNNER} {problem.name} --hint"
    elif verdict.status == "pass" and not before.solved:
        yield ""
        if not problem.reference.is_file():
            yield "  Solved."
            return
        yield f"  Solved. Next: {RUNNER} {problem.name} --compare"
        yield f"  Then read {shown(problem.reference, problem.root)} and notes.md beside it."
    elif verdict.status != "pass" and before.solved:
        yield ""
        yield "  You had solved this problem; it fails now."
