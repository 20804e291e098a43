"""A solution tried out in a confined fork: which tests it fails first.

It says less than the judge does, and takes a tenth of the time: nothing is explained, and nothing is run that is not
needed to know. Without fork, the judge itself and the comparison tell the same.
"""

import functools
import signal
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from judge import cell, fork, pipe, protocol, supervise
from judge.child import put
from judge.loading import Unjudgeable, public_names
from judge.problem import Problem
from judge.protocol import REPORTER
from judge.scratch import scratch_folder
from judge.start import forks

GRACE = 1.0  # seconds beyond the time limit of a test, which should strike first
# Of the processor, that a mutant may use for one test or scenario: of hundreds, some never end. Right answers have the
# problem's own limit, as before the judge.
OF_A_MUTANT = 0.5  # seconds
_IMPORT_LIMIT = 5.0  # seconds
_NONE = -1
_NUMBER = struct.Struct("=q")
_BEGUN, _TOLD = b"b", b"t"

Result = TypeVar("Result")


@dataclass(frozen=True)
class Solution:
    """Code to try out: `source` in place of what is in the file at `path`."""

    path: Path
    source: bytes

    @classmethod
    def read(cls, path: Path) -> "Solution":
        return cls(path, path.read_bytes())


def first_failures(
    items: list[pytest.Item],
    problem: Problem,
    solution: Solution,
    groups: Sequence[Sequence[int]],
    enough: float | None = None,
) -> list[int | None]:
    """Return, for each group of indexes of `items`, the first that `solution` fails, in that order, or None.

    A test in which the process is lost is failed; where nothing can be run, all are. `enough` is how many seconds of
    the processor one test may use, if the problem's time limit is not meant.
    """
    if not forks():
        return _judged(items, problem, solution, groups)
    found: list[int | None] = []
    with scratch_folder() as scratch:
        while len(found) < len(groups):
            left = groups[len(found) :]
            child = fork.start(functools.partial(_run_groups, items, problem, solution, left, scratch, enough or 0.0))
            try:
                found += _heard(child, len(left), problem.time_limit + GRACE)
            finally:
                child.stop()
    return found


def _heard(child: fork.Forked, count: int, seconds: float) -> list[int | None]:
    """Return what a child says of its `count` groups, up to the one in which it is lost."""
    found: list[int | None] = []
    begun = 0
    buffer = b""
    deadline = time.monotonic() + _IMPORT_LIMIT
    while True:
        ready = pipe.ready([child.reports, child.output], max(deadline - time.monotonic(), 0.0))
        if child.output in ready and not pipe.read(child.output, 1 << 20):
            time.sleep(0.001)
        chunk = pipe.read(child.reports, 1 << 16) if child.reports in ready else None
        if chunk:
            deadline = time.monotonic() + seconds
            buffer += chunk
        while len(buffer) >= 1 + _NUMBER.size:
            kind, (number,) = buffer[:1], _NUMBER.unpack_from(buffer, 1)
            buffer = buffer[1 + _NUMBER.size :]
            if kind == _BEGUN:
                begun = number
            else:
                found.append(None if number == _NONE else number)
        if len(found) == count:
            return found
        if chunk == b"" or time.monotonic() >= deadline:
            return [*found, begun]


def _run_groups(
    items: list[pytest.Item],
    problem: Problem,
    solution: Solution,
    groups: Sequence[Sequence[int]],
    scratch: Path,
    enough: float,
) -> None:
    def tell(kind: bytes, number: int) -> None:
        cell.report(kind + _NUMBER.pack(number))

    config = items[0].config
    try:
        public = public_names(problem.stub)
        module = cell.admit(solution.path, public, problem.root, scratch, solution.source)
    except Unjudgeable:
        for group in groups:
            tell(_TOLD, group[0])
        return
    outcome = Outcome()
    config.pluginmanager.register(outcome, REPORTER)
    put(config, solution.path, module)
    for group in groups:
        failed = _NONE
        for index in group:
            tell(_BEGUN, index)
            signal.setitimer(signal.ITIMER_PROF, enough)  # 0 sets none.
            if not outcome.of(items[index]):
                failed = index
                break
        tell(_TOLD, failed)


class Outcome:
    """Takes the place of pytest's reports: whether a test has passed is all that is kept."""

    def __init__(self) -> None:
        self.passed = False

    def of(self, item: pytest.Item) -> bool:
        """Run `item` and tell whether it passes."""
        self.passed = False
        protocol.run(item)
        return self.passed

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(self, item: pytest.Item, call: pytest.CallInfo[None]) -> pytest.TestReport:
        if call.when == "call":
            self.passed = call.excinfo is None
        elif call.excinfo is not None:
            self.passed = False
        return pytest.TestReport(item.nodeid, item.location, {}, "passed", None, call.when)  # type: ignore[arg-type]


def passes(items: list[pytest.Item]) -> list[bool]:
    """Run `items` right here on what `put` has put, and tell of each whether it passes; for code that is trusted."""
    outcome = Outcome()
    items[0].config.pluginmanager.register(outcome, REPORTER)
    try:
        return [outcome.of(item) for item in items]
    finally:
        items[0].config.pluginmanager.unregister(outcome)


def _judged(
    items: list[pytest.Item], problem: Problem, solution: Solution, groups: Sequence[Sequence[int]]
) -> list[int | None]:
    def tests(file: Path) -> list[int | None]:
        verdict = supervise.judge(items, problem, file, file.name)
        failed = {index for index, test in enumerate(verdict.tests) if test.status != "pass"}
        return [next((index for index in group if index in failed), None) for group in groups]

    return with_file(solution, tests)


def with_file(solution: Solution, work: Callable[[Path], Result]) -> Result:
    """Return what `work` makes of a file that holds the source of `solution`."""
    with scratch_folder() as folder:
        file = folder / solution.path.name
        file.write_bytes(solution.source)
        return work(file)
