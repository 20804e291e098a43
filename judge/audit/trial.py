"""A solution tried out in a confined fork: which tests it fails first, and on which scenario it first differs.

It says less than the judge does, and takes a tenth of the time: nothing is explained, and nothing is run that is not
needed to know. Without fork, the judge itself and the comparison tell the same.
"""

import functools
import mmap
import signal
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pytest

from judge import cell, fork, pipe, play, supervise
from judge.child import put
from judge.loading import Unjudgeable, load, public_names
from judge.plain import same
from judge.play import Difference
from judge.player import scenarios_module, written
from judge.problem import Problem
from judge.protocol import REPORTER
from judge.scratch import scratch_folder
from judge.start import forks

GRACE = 1.0  # seconds beyond the time limit of a test, which should strike first
# Of the processor, for one test or scenario. None may need as much as a 20th of the time limit, and of the hundreds of
# mutants, some never end.
_ENOUGH = 0.5  # seconds
_IMPORT_LIMIT = 5.0  # seconds
_TICK = 0.02  # seconds between two looks at a process that plays
_FIXED = b"\0"  # the order of dicts is left as it is
_NONE, _LOST = -1, -2
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
    items: list[pytest.Item], problem: Problem, solution: Solution, groups: Sequence[Sequence[int]]
) -> list[int | None]:
    """Return, for each group of indexes of `items`, the first that `solution` fails, in that order, or None.

    A test in which the process is lost is failed; where nothing can be run, all are.
    """
    if not forks():
        return _judged(items, problem, solution, groups)
    found: list[int | None] = []
    with scratch_folder() as scratch:
        while len(found) < len(groups):
            left = groups[len(found) :]
            child = fork.start(functools.partial(_run_groups, items, problem, solution, left, scratch))
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
    items: list[pytest.Item], problem: Problem, solution: Solution, groups: Sequence[Sequence[int]], scratch: Path
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
            signal.setitimer(signal.ITIMER_PROF, _ENOUGH)
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
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
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


class Model:
    """What a solution does on every scenario of its problem, kept to see whether others do the same."""

    def __init__(self, problem: Problem, file: Path) -> None:
        self.problem = problem
        self.file = file
        self._space = scenarios_module(problem)
        self._solution = load(file, public_names(problem.stub))
        self._seen: list[int] = []

    def first_difference(self, other: Solution, plays: Callable[[int], bool] = lambda _: True) -> int | None:
        """Return the index of the first scenario on which `other` does something else, or does not get through.

        Only those are played of whose index `plays` is true.
        """
        if not forks():
            return _compared(self.problem, self.file, other)
        if not self._seen:
            # The same in every fork of this process, and one word for each of fifty thousand observations.
            played = (self._space.observe(self._solution, scenario) for scenario in self._space.scenarios())
            self._seen = [hash(written(seen, _FIXED)) for seen in played]
        shared = mmap.mmap(-1, 2 * _NUMBER.size)
        _NUMBER.pack_into(shared, _NUMBER.size, _LOST)
        with scratch_folder() as scratch:
            child = fork.start(functools.partial(self._play, other, plays, scratch, shared))
            try:
                at = _followed(child, shared, self.problem.time_limit + GRACE)
            finally:
                child.stop()
        (found,) = _NUMBER.unpack_from(shared, _NUMBER.size)
        return at if found == _LOST else None if found == _NONE else int(found)

    def _play(self, other: Solution, plays: Callable[[int], bool], scratch: Path, shared: mmap.mmap) -> None:
        try:
            public = public_names(self.problem.stub)
            solution = cell.admit(other.path, public, self.problem.root, scratch, other.source)
        except Unjudgeable:
            return
        found = _NONE
        for index, scenario in enumerate(self._space.scenarios()):
            if not plays(index):
                continue
            _NUMBER.pack_into(shared, 0, index)
            signal.setitimer(signal.ITIMER_PROF, _ENOUGH)
            seen = self._space.observe(solution, scenario)
            # What is written differently may still be the same, in another order.
            if hash(written(seen, _FIXED)) != self._seen[index] and not same(
                seen, self._space.observe(self._solution, scenario)
            ):
                found = index
                break
        _NUMBER.pack_into(shared, _NUMBER.size, found)


def _followed(child: fork.Forked, shared: mmap.mmap, seconds: float) -> int:
    """Wait until `child` ends or is stuck on one scenario; return the index of the last one that it played."""
    latest, since = -1, time.monotonic()
    while True:
        ready = pipe.ready([child.output], _TICK)
        if ready and not pipe.read(child.output, 1 << 20):
            child.ended(within=_TICK)
        (index,) = _NUMBER.unpack_from(shared, 0)
        if index != latest:
            latest, since = int(index), time.monotonic()
        if child.ended() or time.monotonic() - since > seconds:
            return max(latest, 0)


def _judged(
    items: list[pytest.Item], problem: Problem, solution: Solution, groups: Sequence[Sequence[int]]
) -> list[int | None]:
    def tests(file: Path) -> list[int | None]:
        verdict = supervise.judge(items, problem, file, file.name)
        failed = {index for index, test in enumerate(verdict.tests) if test.status != "pass"}
        return [next((index for index in group if index in failed), None) for group in groups]

    return _with_file(solution, tests)


def _compared(problem: Problem, file: Path, other: Solution) -> int | None:
    def comparison(mutant: Path) -> int | None:
        try:
            outcome = play.compare(problem, file, mutant)
        except Unjudgeable:
            return 0
        return outcome.index if isinstance(outcome, Difference) else None

    return _with_file(other, comparison)


def _with_file(solution: Solution, work: Callable[[Path], Result]) -> Result:
    """Return what `work` makes of a file that holds the source of `solution`."""
    with scratch_folder() as folder:
        file = folder / solution.path.name
        file.write_bytes(solution.source)
        return work(file)
