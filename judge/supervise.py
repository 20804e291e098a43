"""The parent's side: starts children, watches the clock, and turns what arrives (or does not) into a verdict."""

import functools
import json
import os
import secrets
import select
import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from judge import child, fork
from judge.child import Task
from judge.explain import NOT_RUN, TAMPERED, TOO_SLOW, Failure
from judge.problem import Problem
from judge.session import known_tests
from judge.verdict import Test, TestVerdict, Verdict

# The child's own time limit should strike first and name the line; this much later the parent's does.
GRACE = 0.5  # seconds
IMPORT_LIMIT = 5.0  # seconds
# Seconds that may go into tests that come to no outcome; then the rest is not run. A verdict is due within ten.
PATIENCE = 6.0
SHOWN_OUTPUT = 2_000  # characters of a test's prints that are kept
_LONGEST_REPORT = 1_000_000  # bytes
_TICK = 0.05  # seconds between two looks at a child that says nothing


class _Distrust(Exception):
    """The child's reports are not what an honest child sends."""


class _Inbox:
    """What has come from one child and is not yet read: lines of reports, and what was printed."""

    def __init__(self, running: fork.Running, token: str) -> None:
        self.running = running
        self.token = token
        self.listening = {running.reports, running.output}
        self.reports = b""
        self.printed = b""
        self.cut = 0

    def next_report(self, seconds: float) -> dict[str, Any] | None:
        """Return the next report, or None if the child ended, fell silent for ever, or took longer than `seconds`.

        Raises _Distrust for a report that no honest child sends.
        """
        deadline = time.monotonic() + seconds
        while b"\n" not in self.reports:
            ended = self.running.ended()
            left = deadline - time.monotonic()
            if left <= 0 or self.running.reports not in self.listening:
                return None
            ready, _, _ = select.select(list(self.listening), [], [], 0 if ended else min(left, _TICK))
            if ended and not ready:
                return None
            self._read(ready)
        # What was printed before the report was sent is in the pipe by now.
        self._read([self.running.output])
        line, _, self.reports = self.reports.partition(b"\n")
        return self._opened(line)

    def take_output(self) -> str:
        """Return what was printed since the last call, with a note of how much was cut."""
        text = self.printed.decode("utf-8", "replace")
        cut = self.cut + len(text[SHOWN_OUTPUT:].encode())
        self.printed, self.cut = b"", 0
        return text[:SHOWN_OUTPUT] + (f"\n… cut: {cut:,} bytes more" if cut else "")

    def _read(self, ready: list[int]) -> None:
        for descriptor in self.listening.intersection(ready):
            for _ in range(64):  # An endless printer must not keep the parent from looking at the clock.
                try:
                    chunk = os.read(descriptor, 65_536)
                except BlockingIOError:
                    break
                if not chunk:
                    self.listening.discard(descriptor)
                    break
                self._keep(descriptor, chunk)

    def _keep(self, descriptor: int, chunk: bytes) -> None:
        if descriptor == self.running.reports:
            self.reports += chunk
            if len(self.reports) > _LONGEST_REPORT:
                raise _Distrust
        else:
            room = max(4 * SHOWN_OUTPUT - len(self.printed), 0)
            self.printed += chunk[:room]
            self.cut += len(chunk[room:])

    def _opened(self, line: bytes) -> dict[str, Any]:
        try:
            report = json.loads(line)
        except (ValueError, RecursionError):
            raise _Distrust from None
        if type(report) is not dict or report.get("token") != self.token:
            raise _Distrust
        return report


class _Trial:
    """One attempt before the judge: the verdicts so far, and the patience that is left."""

    def __init__(self, tests: tuple[Test, ...], attempt: Path, limit: float) -> None:
        self.tests = tests
        self.attempt = attempt
        self.limit = limit
        self.told: list[TestVerdict] = []
        self.patience = PATIENCE
        self.unjudgeable: str | None = None

    @property
    def over(self) -> bool:
        return len(self.told) == len(self.tests) or self.unjudgeable is not None or self.patience <= 0

    def hear(self, inbox: _Inbox) -> None:
        """Take the reports of one child until it has no more to say; at least one test is told, or none can be."""
        began = time.monotonic()
        report = inbox.next_report(IMPORT_LIMIT)
        if report is None or not report.get("loaded"):
            self.unjudgeable = str(report["why"]) if report else self._lost_at_import(inbox)
            return
        first = len(self.told)
        while not self.over:
            if inbox.next_report(self.limit + GRACE) != {"start": len(self.told), "token": inbox.token}:
                if len(self.told) == first:
                    self._tell_lost(inbox, began)
                return
            began = time.monotonic()
            report = inbox.next_report(self.limit + GRACE)
            if report is None:
                return self._tell_lost(inbox, began)
            self._tell(self._read(report), inbox.take_output())
            if self.told[-1].failure and self.told[-1].failure.is_error:
                self.patience -= time.monotonic() - began

    def distrust(self, inbox: _Inbox) -> None:
        """Take note that the child's reports cannot be believed: the test under way has no outcome."""
        self._tell(
            TestVerdict(self.tests[len(self.told)], "error", Failure(sentence=TAMPERED, is_error=True)),
            inbox.take_output(),
        )

    def verdicts(self) -> tuple[TestVerdict, ...]:
        """Return a verdict for every test, also for those that were not run."""
        why = Failure(sentence=self.unjudgeable or NOT_RUN, is_error=True)
        return (*self.told, *(TestVerdict(test, "error", why) for test in self.tests[len(self.told) :]))

    def _tell(self, verdict: TestVerdict, output: str) -> None:
        self.told.append(replace(verdict, output=output))

    def _tell_lost(self, inbox: _Inbox, began: float) -> None:
        seconds = time.monotonic() - began
        self.patience -= seconds
        failure = Failure(sentence=self._loss(inbox) or TOO_SLOW, is_error=True)
        self._tell(TestVerdict(self.tests[len(self.told)], "error", failure, seconds=seconds), inbox.take_output())

    def _loss(self, inbox: _Inbox) -> str | None:
        """Return how the child came to send no more reports, or None if it merely takes too long."""
        silent = inbox.running.reports not in inbox.listening
        # The pipe closes a moment before the process can be seen to have ended.
        if inbox.running.ended(within=GRACE if silent else 0.0):
            return f"The attempt {inbox.running}."
        return TAMPERED if silent else None

    def _lost_at_import(self, inbox: _Inbox) -> str:
        name = self.attempt.name
        if loss := self._loss(inbox):
            return f"{loss.removesuffix('.')} while {name} is imported; take that out."
        return f"{name} takes more than {IMPORT_LIMIT:.0f} s to import; move the work into the functions."

    def _read(self, report: dict[str, Any]) -> TestVerdict:
        test = self.tests[len(self.told)]
        try:
            failure = Failure(**report["failure"]) if report["failure"] is not None else None
            honest = report["finish"] == len(self.told) and (report["outcome"] == "pass") == (failure is None)
            seconds = float(report["seconds"])
        except (KeyError, TypeError, ValueError):
            raise _Distrust from None
        if not honest or report["outcome"] not in ("pass", "fail", "error"):
            raise _Distrust
        return TestVerdict(test, report["outcome"], failure, seconds=seconds)


def judge(items: list[pytest.Item], problem: Problem, attempt: Path, shown_as: str) -> Verdict:
    """Judge the file `attempt` by `items`, the collected tests of `problem`, and return the verdict.

    A child that dies, hangs or lies in one test costs that test; a new child goes on with the next.
    """
    began = time.perf_counter()
    trial = _Trial(known_tests(items), attempt, problem.time_limit)
    with tempfile.TemporaryDirectory(prefix="attempt-", ignore_cleanup_errors=True) as scratch:
        while not trial.over:
            task = Task(attempt, Path(scratch).resolve(), len(trial.told), secrets.token_hex(8))
            running = fork.start(functools.partial(child.judge, items, task))
            inbox = _Inbox(running, task.token)
            try:
                trial.hear(inbox)
            except _Distrust:
                trial.distrust(inbox)
            finally:
                running.stop()
    return Verdict(
        problem=problem.name,
        solution=shown_as,
        tests=trial.verdicts(),
        seconds=time.perf_counter() - began,
        message=trial.unjudgeable,
        unjudgeable=trial.unjudgeable is not None and not trial.told,
    )
