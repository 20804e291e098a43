"""The parent's side: starts children, watches the clock, and turns what arrives (or does not) into a verdict."""

import functools
import secrets
import time
from pathlib import Path
from typing import Any

import pytest

from judge import child
from judge.child import Task
from judge.explain import DECEIVED, NOT_RUN, TAMPERED, TOO_SLOW, Failure
from judge.inbox import Distrust, Inbox, failure_of, seconds_of, text_of
from judge.loading import public_names
from judge.problem import Problem
from judge.scratch import scratch_folder
from judge.session import known_tests
from judge.start import start
from judge.texts import few_lines, printable
from judge.verdict import Status, Test, TestVerdict, Verdict

# The child's own time limit should strike first and name the line; this much later the parent's does.
GRACE = 0.5  # seconds
IMPORT_LIMIT = 5.0  # seconds
# Seconds that the import and the tests of one attempt may take together; then the rest is not run. A verdict is due
# within ten, and what comes after the tests needs its share.
PATIENCE = 6.5
CANARY = 1.0  # seconds for the canary, however late it is; a usual one takes a hundredth of that


class _Trial:
    """One attempt before the judge: the verdicts so far, and when patience ends."""

    def __init__(self, tests: tuple[Test, ...], attempt: Path, limit: float) -> None:
        self.tests = tests
        self.attempt = attempt
        self.limit = limit
        self.told: list[TestVerdict] = []
        self.spent = 0.0  # seconds, on the tests told
        self.ends = float("inf")
        self.unjudgeable: str | None = None
        self.deceived: str | None = None

    def begin(self) -> None:
        """Take note that a child is ready. That the first one had to start does not count; what comes now does."""
        if not self.told:
            self.ends = time.monotonic() + PATIENCE

    @property
    def over(self) -> bool:
        return len(self.told) == len(self.tests) or self.unjudgeable is not None or time.monotonic() >= self.ends

    def hear(self, inbox: Inbox) -> None:
        """Take the reports of one child until it has no more to say; at least one test is told, or none can be."""
        began = time.monotonic()
        first = len(self.told)
        try:
            # It was imported in time before, so that only patience can run out the next time.
            report = inbox.next_report(min(IMPORT_LIMIT, self.ends - began) if first else IMPORT_LIMIT)
            if report is None and first and self.over:
                return
            if report != {"loaded": True}:
                self.unjudgeable = few_lines(text_of(report.get("why"))) if report else self._lost_at_import(inbox)
                return
            while not self.over:
                began = time.monotonic()
                report = inbox.next_report(min(self.limit + GRACE, self.ends - began))
                if report is None:
                    return self._tell_lost(inbox, began)
                outcome, failure, seconds = self._read(report)
                self._tell(outcome, failure, seconds, inbox)
                if not report["more"]:
                    return
            # It comes after the last test, and not where patience has ended before that.
            if len(self.told) == len(self.tests) and all(test.status == "pass" for test in self.told):
                self._hear_canary(inbox)
        except Distrust:
            self._distrust(inbox, began)

    def verdicts(self) -> tuple[TestVerdict, ...]:
        """Return a verdict for every test, also for those that were not run."""
        why = Failure(sentence=self.unjudgeable or NOT_RUN, is_error=True)
        return (*self.told, *(TestVerdict(test, "error", why) for test in self.tests[len(self.told) :]))

    def _tell(self, outcome: Status, failure: Failure | None, seconds: float, inbox: Inbox) -> None:
        self.told.append(TestVerdict(self.tests[len(self.told)], outcome, failure, inbox.take_output(), seconds))
        self.spent += seconds

    def _tell_error(self, sentence: str, inbox: Inbox, began: float) -> None:
        self._tell("error", Failure(sentence=sentence, is_error=True), time.monotonic() - began, inbox)

    def _tell_lost(self, inbox: Inbox, began: float) -> None:
        loss = self._loss(inbox)
        # A test that patience cuts short has not been late itself: it is left among those that were not run. The first
        # one is told all the same, since there is none before it to blame.
        if loss or not self.told or time.monotonic() < self.ends:
            self._tell_error(loss or TOO_SLOW, inbox, began)

    def _distrust(self, inbox: Inbox, began: float) -> None:
        """Take note that the child's reports cannot be believed: the test under way has no outcome."""
        if len(self.told) < len(self.tests):
            self._tell_error(TAMPERED, inbox, began)
        else:
            self.deceived = TAMPERED

    def _loss(self, inbox: Inbox) -> str | None:
        """Return how the child came to send no more reports, or None if it merely takes too long."""
        # The pipe closes a moment before the process can be seen to have ended.
        if inbox.running.ended(within=GRACE if inbox.is_closed else 0.0):
            return f"The attempt {inbox.running}."
        return TAMPERED if inbox.is_closed else None

    def _lost_at_import(self, inbox: Inbox) -> str:
        name = self.attempt.name
        if loss := self._loss(inbox):
            return f"{loss.removesuffix('.')} while {name} is imported; take that out."
        return f"{name} takes more than {IMPORT_LIMIT:.0f} s to import; move the work into the functions."

    def _hear_canary(self, inbox: Inbox) -> None:
        """Take note if tests that all passed would let anything pass."""
        report = inbox.next_report(max(self.ends - time.monotonic(), CANARY))
        if report is None:
            self.deceived = self._loss(inbox) or TOO_SLOW
        elif report != {"fooled": False}:
            self.deceived = DECEIVED

    def _read(self, report: dict[str, Any]) -> tuple[Status, Failure | None, float]:
        """Return what a report says of the next test: how it came out, why, and in how many seconds."""
        if report.keys() != {"finish", "outcome", "failure", "seconds", "more"}:
            raise Distrust
        outcome: Status = report["outcome"]
        failure = failure_of(report["failure"])
        if report["finish"] != len(self.told) or outcome not in ("pass", "fail", "error"):
            raise Distrust
        if (outcome == "pass") != (failure is None):
            raise Distrust
        # All tests together cannot have taken longer than the parent has been waiting.
        most = time.monotonic() - (self.ends - PATIENCE) - self.spent
        return outcome, failure, seconds_of(report["seconds"], most)


def judge(items: list[pytest.Item], problem: Problem, attempt: Path, shown_as: str) -> Verdict:
    """Judge the file `attempt` by `items`, the collected tests of `problem`, and return the verdict.

    A child that dies, hangs or lies in one test costs that test; a new child goes on with the next.
    """
    began = time.perf_counter()
    trial = _Trial(known_tests(items), attempt, problem.time_limit)
    public = public_names(problem.stub)
    with scratch_folder() as scratch:
        while not trial.over:
            task = Task(attempt, public, problem.stub, scratch, len(trial.told), secrets.token_hex(8))
            running = start(
                functools.partial(child.judge, items, task), functools.partial(child.collect_and_judge, problem, task)
            )
            try:
                trial.begin()
                trial.hear(Inbox(running, task.token))
            finally:
                running.stop()
    message = trial.unjudgeable or trial.deceived
    return Verdict(
        problem=problem.name,
        solution=printable(shown_as),
        tests=trial.verdicts(),
        seconds=time.perf_counter() - began,
        message=printable(message) if message else None,
        unjudgeable=trial.unjudgeable is not None and not trial.told,
        unconfirmed=trial.deceived is not None,
    )
