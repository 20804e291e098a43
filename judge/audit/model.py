"""What a right answer does on every scenario, and the first one on which another does something else."""

import functools
import mmap
import signal
import struct
import time
from collections.abc import Callable
from pathlib import Path

from judge import cell, fork, pipe, play
from judge.audit.trial import GRACE, Solution, with_file
from judge.loading import Unjudgeable, load, public_names
from judge.plain import same
from judge.play import Difference
from judge.player import Scenario, observed, read, scenarios_module
from judge.problem import Problem
from judge.scratch import scratch_folder
from judge.seal import SCRIPTS
from judge.start import forks

_TICK = 0.02  # seconds between two looks at a process that plays
_AS_FILLED = b"\0"  # the order of dicts is left as it is
_NONE, _LOST = -1, -2
_NUMBER = struct.Struct("=q")


class Model:
    """What a solution does on every scenario of its problem, or one in `stride`, kept to see what others do there.

    Those of the replay that confirms a pass are always among them.
    """

    def __init__(self, problem: Problem, file: Path, stride: int = 1) -> None:
        self.problem = problem
        self.file = file
        self._stride = stride
        self._space = scenarios_module(problem)
        self._solution = load(file, public_names(problem.stub))
        self.replayed = SCRIPTS.of(self._space)
        self._kept: list[tuple[int, Scenario, int]] = []

    def first_difference(
        self, other: Solution, plays: Callable[[int], bool] = lambda _: True, enough: float | None = None
    ) -> int | None:
        """Return the index of the first scenario on which `other` does something else, or does not get through.

        Of the scenarios that are kept, only those are played of whose index `plays` is true; without fork, all.
        `enough` is how many seconds of the processor one may use, if the problem's time limit is not meant.
        """
        if not forks():
            return _compared(self.problem, self.file, other)
        if not self._kept:
            for index, scenario in enumerate(self._space.scenarios()):
                if index % self._stride == 0 or self.replayed(index):
                    # The same in every fork of this process, and one word for each of fifty thousand observations.
                    seen = hash(observed(self._space, self._solution, scenario, _AS_FILLED))
                    self._kept.append((index, scenario, seen))
        shared = mmap.mmap(-1, 2 * _NUMBER.size)
        _NUMBER.pack_into(shared, _NUMBER.size, _LOST)
        with scratch_folder() as scratch:
            child = fork.start(functools.partial(self._play, other, plays, enough or 0.0, scratch, shared))
            try:
                at = _followed(child, shared, self.problem.time_limit + GRACE)
            finally:
                child.stop()
        (found,) = _NUMBER.unpack_from(shared, _NUMBER.size)
        return at if found == _LOST else None if found == _NONE else int(found)

    def _play(
        self, other: Solution, plays: Callable[[int], bool], enough: float, scratch: Path, shared: mmap.mmap
    ) -> None:
        try:
            public = public_names(self.problem.stub)
            solution = cell.admit(other.path, public, self.problem.root, scratch, other.source)
        except Unjudgeable:
            return
        found = _NONE
        for index, scenario, expected in self._kept:
            if not plays(index):
                continue
            _NUMBER.pack_into(shared, 0, index)
            signal.setitimer(signal.ITIMER_PROF, enough)
            seen = observed(self._space, solution, scenario, _AS_FILLED)
            # What is written differently may still be the same, in another order.
            if hash(seen) != expected and not same(read(seen), self._space.observe(self._solution, scenario)):
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


def _compared(problem: Problem, file: Path, other: Solution) -> int | None:
    def comparison(mutant: Path) -> int | None:
        try:
            outcome = play.compare(problem, file, mutant)
        except Unjudgeable:
            return 0
        return outcome.index if isinstance(outcome, Difference) else None

    return with_file(other, comparison)
