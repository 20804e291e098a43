"""Inside the child: loads one attempt, runs the collected tests on it, and reports each over a pipe.

A report is one line of JSON. Nothing here decides a verdict; the parent does, from what arrives and what does not.
"""

import json
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from judge import cell, protocol
from judge.explain import TOO_SLOW, UNTOLD, Failure, explain, is_time_out
from judge.loading import Public, Unjudgeable, describe, line_in, load
from judge.plugin import COMPARED, MODULE, NOTES, TRACED
from judge.problem import Problem
from judge.protocol import REPORTER
from judge.session import collect
from judge.solution import Notes
from judge.start import Ready

# A test that took longer is not run again to find the line: the parent's clock for it goes on meanwhile.
QUICK = 0.5  # seconds

Report = dict[str, object]


@dataclass(frozen=True)
class Task:
    """What a child is to do: judge the file `attempt` from the test with index `first` on, writing to `scratch`.

    `stub` is the file of the stub, and `public` what it promises. `token` goes into every report, so that what an
    attempt writes to the pipe is told from the child's own.
    """

    attempt: Path
    public: Public
    stub: Path
    scratch: Path
    first: int
    token: str


def judge(items: list[pytest.Item], task: Task) -> None:
    """Do `task` with the collected `items`, and report: whether the attempt was loaded, each test, the canary."""

    def send(report: Report) -> None:
        cell.report(json.dumps({**report, "token": task.token}).encode() + b"\n")

    config = items[0].config
    stub = load(task.stub, task.public)  # while nobody could have an influence on what it is
    try:
        module = cell.admit(task.attempt, task.public, config.rootpath, task.scratch)
    except Unjudgeable as fault:
        return send({"loaded": False, "why": str(fault)})
    send({"loaded": True})
    reporter = _Reporter(task.attempt)
    config.pluginmanager.register(reporter, REPORTER)
    put(config, task.attempt, module)
    for index in range(task.first, len(items)):
        began = time.perf_counter()
        goes_on = _run(items, index, reporter)
        cell.flush(task.token)
        seconds = time.perf_counter() - began
        again = goes_on and seconds < QUICK
        if again and reporter.outcome == "fail" and reporter.failure and reporter.failure.line is None:
            reporter.outcome, reporter.failure = "fail", replace(reporter.failure, line=_line(items, index, reporter))
        failure = asdict(reporter.failure) if reporter.failure else None
        told = {"finish": index, "outcome": reporter.outcome, "failure": failure, "seconds": seconds}
        send({**told, "more": goes_on})
        if not goes_on:
            return
    put(config, task.stub, stub)
    send({"fooled": any(_fooled(items, index, reporter) for index in {0, len(items) // 2, len(items) - 1})})


def collect_and_judge(problem: Problem, task: Task, ready: Ready) -> None:
    """Collect the tests of `problem`, say that this process is `ready`, and do `task` with them."""

    def do(items: list[pytest.Item]) -> bool:
        ready()
        judge(items, task)
        return True

    collect(problem, do)


def put(config: pytest.Config, path: Path, module: ModuleType) -> None:
    """Make `module` what the tests are run on from now on."""
    config.stash[MODULE][str(path)] = module
    config.option.solution = str(path)


def _run(items: list[pytest.Item], index: int, reporter: "_Reporter") -> bool:
    """Run one test, whose outcome is in `reporter` then; return False if pytest cannot run another one after that."""
    item = items[index]
    reporter.begin()
    following = items[index + 1] if index + 1 < len(items) else None
    try:
        protocol.run(item, following)
    except BaseException as left:
        # An interrupt or an exit leaves pytest half way through; the parent goes on in a new child.
        call = item.stash[NOTES].call if NOTES in item.stash else None
        leaving = f"The attempt raised {describe(left)}, which ends a program."
        sentence = TOO_SLOW if is_time_out(left) else leaving
        reporter.outcome = "error"
        reporter.failure = Failure(call, line=line_in(left, reporter.attempt), sentence=sentence)
        return False
    return True


def _line(items: list[pytest.Item], index: int, reporter: "_Reporter") -> int | None:
    """Run a test that has failed once more, watched and unheard; return the line on which the attempt returned."""
    item = items[index]
    told = reporter.failure
    item.config.stash[TRACED] = True
    with cell.unheard():
        _run(items, index, reporter)
    item.config.stash[TRACED] = False
    reporter.failure = told
    return item.stash[NOTES].line if NOTES in item.stash else None


def _fooled(items: list[pytest.Item], index: int, reporter: "_Reporter") -> bool:
    """Tell whether a test lets the stub pass: then somebody has made it let everything pass."""
    _run(items, index, reporter)
    return reporter.outcome == "pass"


class _Reporter:
    """Takes the place of pytest's own reports: the tracebacks it would draw are not what a candidate needs."""

    def __init__(self, attempt: Path) -> None:
        self.attempt = attempt
        self.begin()

    def begin(self) -> None:
        # A test that never reports its call has not passed.
        self.outcome = "error"
        self.failure: Failure | None = Failure(sentence="The test never reported an outcome.")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport:
        error = call.excinfo.value if call.excinfo else None
        if error is not None:
            notes = item.stash[NOTES] if NOTES in item.stash else Notes()
            try:
                self.failure = explain(error, notes, item.config.stash[COMPARED], self.attempt)
            except Exception:  # What an attempt has brought may have no end, or lack what every exception has.
                self.failure = Failure(sentence=UNTOLD)
            failed = call.when == "call" and not self.failure.is_error
            self.outcome = "fail" if failed else "error"
        elif call.when == "call":
            self.outcome, self.failure = "pass", None
        phase: Any = call.when  # Never "collect": that was over before the attempt was loaded.
        return pytest.TestReport(item.nodeid, item.location, {}, "failed" if error else "passed", None, phase)
