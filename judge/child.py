"""Inside the forked child: loads one attempt, runs the collected tests on it, and reports each over a pipe.

A report is one line of JSON. Nothing here decides a verdict; the parent does, from what arrives and what does not.
"""

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pytest

from judge import cell
from judge.explain import Failure, explain
from judge.loading import Unjudgeable, describe, load, public_names, read_source
from judge.plugin import COMPARED, MODULE, NOTES
from judge.solution import Notes

Report = dict[str, object]


@dataclass(frozen=True)
class Task:
    """What a child is to do: judge the file `attempt` from the test with index `first` on, writing to `scratch`.

    `token` goes into every report, so that what an attempt writes to the pipe is told from what the child writes.
    """

    attempt: Path
    scratch: Path
    first: int
    token: str


def judge(items: list[pytest.Item], task: Task) -> None:
    """Do `task` with the collected `items`, and report: first whether the attempt was loaded, then each test."""

    def send(report: Report) -> None:
        cell.report(json.dumps({**report, "token": task.token}).encode() + b"\n")

    _judge(items, task, send)


def _judge(items: list[pytest.Item], task: Task, send: Callable[[Report], None]) -> None:
    config, attempt = items[0].config, task.attempt
    try:
        public = public_names(items[0].path.parent / "stub.py")
        source = read_source(attempt)
        cell.lock(config.rootpath, task.scratch)
        module = load(attempt, public, source)
    except Unjudgeable as fault:
        return send({"loaded": False, "why": str(fault)})
    except BaseException as left:
        return send(
            {"loaded": False, "why": f"{attempt.name} raises {describe(left)} while it is imported; take that out."}
        )
    config.stash[MODULE][attempt] = module
    config.option.solution = str(attempt)
    send({"loaded": True})
    reporter = _Reporter(attempt)
    config.pluginmanager.register(reporter, "judge-reporter")
    for index in range(task.first, len(items)):
        item = items[index]
        send({"start": index})
        began = time.perf_counter()
        reporter.begin()
        following = items[index + 1] if index + 1 < len(items) else None
        try:
            config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        except BaseException as left:
            # An interrupt or an exit leaves pytest half way through; the parent goes on in a new child.
            reporter.outcome = "error"
            reporter.failure = Failure(
                _call(item), sentence=f"The attempt raised {describe(left)}, which ends a program."
            )
            _finish(send, index, reporter, began)
            return
        _finish(send, index, reporter, began)
    send({"done": True})


def _finish(send: Callable[[Report], None], index: int, reporter: "_Reporter", began: float) -> None:
    cell.flush()
    seconds = time.perf_counter() - began
    failure = asdict(reporter.failure) if reporter.failure else None
    send({"finish": index, "outcome": reporter.outcome, "failure": failure, "seconds": seconds})


def _call(item: pytest.Item) -> str | None:
    return item.stash[NOTES].call if NOTES in item.stash else None


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
            self.failure = explain(error, notes, item.config.stash[COMPARED], self.attempt)
            failed = call.when == "call" and not self.failure.is_error
            self.outcome = "fail" if failed else "error"
        elif call.when == "call":
            self.outcome, self.failure = "pass", None
        phase: Any = call.when  # Never "collect": that was over before the fork.
        return pytest.TestReport(item.nodeid, item.location, {}, "failed" if error else "passed", None, phase)
