"""`--cohort DIR`: judges everyone's attempts on all cores, each verdict written as it comes, a table at the end."""

import argparse
import contextlib
import functools
import os
import shlex
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path

import pytest

from judge import crew, seal
from judge.advice import PYTHON
from judge.cores import cores
from judge.doctor import NO_SANDBOX
from judge.explain import Failure
from judge.faults import UserError
from judge.ledger import Key, Ledger, packed
from judge.problem import Problem, find, names
from judge.sandbox import is_sandboxed
from judge.scratch import scratch_folder
from judge.session import collect, known_tests
from judge.signals import ENDING, Ending, handled
from judge.submissions import Submission, gather, part
from judge.table import Outcome, reasons, table_lines
from judge.terminal import Paint, ProgressLine, warn, write
from judge.texts import printable_line
from judge.verdict import TestVerdict, Verdict
from judge.worker import Prepare, Work

INTERRUPTED = 130


def run(root: Path, options: argparse.Namespace) -> int:
    """Judge the cohort as `options` ask; return 0 if everything passed, 1 if not, 130 if it was interrupted."""
    began = time.monotonic()
    wanted = {problem.name: problem for problem in (find(root, typed) for typed in options.problems or names(root))}
    jobs = _jobs(options.jobs)
    gathered = gather(options.cohort, wanted, names(root))
    submissions = part(gathered.submissions, options.shard)
    for note in gathered.notes:
        warn(note)
    if not is_sandboxed():
        warn(NO_SANDBOX)
    ending, broken, interrupted = Ending(), False, False
    progress = ProgressLine()
    with (
        Ledger(options.json, options.junit, options.resume, submissions) as ledger,
        # What is done is reported then too.
        handled(ENDING, ending),
        scratch_folder() as scratch,
    ):
        left = [submission for submission in submissions if submission.key not in ledger.outcomes]
        resumed = len(submissions) - len(left)
        this = _Run(jobs, scratch, ledger, progress, len(submissions), ending)
        try:
            for name, of_problem in groupby(sorted(left, key=lambda each: each.problem), lambda each: each.problem):
                try:
                    _judge_problem(wanted[name], list(of_problem), this)
                except UserError as fault:
                    ending.check()
                    # What is wrong with one problem's tests is no reason to leave the others without verdicts.
                    progress.clear()
                    warn(str(fault))
                    broken = True
        except KeyboardInterrupt:
            interrupted = True
        finally:
            progress.clear()
        outcomes = {each.key: ledger.outcomes[each.key] for each in submissions if each.key in ledger.outcomes}
        ledger.write_junit(outcomes)
    paint = Paint.for_stream(sys.stdout, allowed=not options.no_color)
    write(_summary(outcomes, resumed, time.monotonic() - began, options, paint))
    if interrupted:
        write(_how_to_go_on(len(outcomes), len(submissions), options), sys.stderr)
        return INTERRUPTED
    if broken:
        return 2
    return 0 if all(outcome.status == "pass" for outcome in outcomes.values()) else 1


def _jobs(asked: int | None) -> int:
    if asked is None:
        return cores()
    if asked < 1:
        raise UserError(f"--jobs takes a number from 1 on, not {asked}.")
    return asked


@dataclass(frozen=True)
class _Run:
    """What all problems of one run share."""

    jobs: int
    scratch: Path
    ledger: Ledger
    progress: ProgressLine
    count: int  # of submissions
    ending: Ending

    def show(self) -> None:
        self.progress.show(f"{len(self.ledger.outcomes):,} of {self.count:,} judged")


def _judge_problem(problem: Problem, submissions: list[Submission], run: _Run) -> None:
    def judge_all(items: list[pytest.Item]) -> bool:
        for test in known_tests(items):
            _ = test.code  # Looked up once, before the workers fork off, and not in each of them.
        work = functools.partial(_work, items, problem, submissions, run.scratch, run.ledger.in_full)
        prepare = functools.partial(seal.prepare, problem)
        with contextlib.closing(_results(work, len(submissions), run.jobs, prepare)) as results:
            for index, result in results:
                run.ending.check()
                if isinstance(result, crew.Lost):
                    result = packed(_lost(items, problem, submissions[index], result.why), run.ledger.in_full)
                with crew.undisturbed():
                    run.ledger.enter(submissions[index].key, result)
                run.show()
        return True

    run.show()
    collect(problem, judge_all)


def _results(
    work: Work, count: int, jobs: int, prepare: Prepare
) -> Generator[tuple[int, bytes | crew.Lost], None, None]:
    if hasattr(os, "fork"):
        return crew.done(work, count, jobs, prepare)
    return ((index, work(index)) for index in range(count))


def _work(
    items: list[pytest.Item], problem: Problem, submissions: list[Submission], scratch: Path, in_full: bool, index: int
) -> bytes:
    """In the process of one task: return the verdict on one submission, packed."""
    tempfile.tempdir = str(scratch)  # The parent deletes it also where a worker was killed.
    submission = submissions[index]
    if submission.refused:
        verdict = _unjudged(items, problem, submission, submission.refused)
    else:
        verdict = seal.judge(items, problem, submission.file.absolute(), submission.shown)
    return packed(replace(verdict, candidate=submission.candidate), in_full)


def _lost(items: list[pytest.Item], problem: Problem, submission: Submission, why: str) -> Verdict:
    verdict = _unjudged(items, problem, submission, f"The judge could not finish this attempt, in two goes: it {why}.")
    return replace(verdict, digest=seal.digest_of(submission.file))


def _unjudged(items: list[pytest.Item], problem: Problem, submission: Submission, why: str) -> Verdict:
    failure = Failure(sentence=why, is_error=True)
    return Verdict(
        problem=problem.name,
        solution=submission.shown,
        tests=tuple(TestVerdict(test, "error", failure) for test in known_tests(items)),
        seconds=0.0,
        message=why,
        candidate=submission.candidate,
        unjudgeable=True,
    )


def _summary(
    outcomes: dict[Key, Outcome], resumed: int, seconds: float, options: argparse.Namespace, paint: Paint
) -> Iterator[str]:
    if outcomes:
        yield from table_lines(outcomes, paint)
        yield ""
        if told := list(reasons(outcomes, paint)):
            yield from [*told, ""]
    count = {status: sum(each.status == status for each in outcomes.values()) for status in ("pass", "fail", "error")}
    parts = [
        f"{len(outcomes):,} {'attempt' if len(outcomes) == 1 else 'attempts'}",
        paint(f"{count['pass']:,} passed", "green"),
        paint(f"{count['fail']:,} failed", "red" if count["fail"] else "dim"),
        paint(
            f"{count['error']:,} {'error' if count['error'] == 1 else 'errors'}", "yellow" if count["error"] else "dim"
        ),
    ]
    yield f"{', '.join(parts)}   {seconds:.1f} s"
    if resumed:
        yield f"{resumed:,} of them were in {options.json} already."
    if options.shard:
        yield f"This was part {options.shard}."


def _how_to_go_on(done: int, count: int, options: argparse.Namespace) -> Iterator[str]:
    yield f"Interrupted: {done:,} of {count:,} judged."
    if not options.json:
        yield "With --json FILE, the next run could go on from here: add --resume to it then."
        return
    words = [PYTHON, "runner.py", *options.problems, "--cohort", str(options.cohort), "--json", str(options.json)]
    words += ["--resume"]
    for name in ("junit", "shard", "jobs"):
        if value := getattr(options, name):
            words += [f"--{name}", str(value)]
    words += ["--spawn"] * options.spawn + ["--no-color"] * options.no_color
    yield f"To go on: {printable_line(shlex.join(words))}"
