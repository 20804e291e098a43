"""Plays every scenario of a problem on two solutions, the attempt in a confined process, until they differ.

The attempt's process goes through the scenarios by itself and sends what it observed. A second process, the referee,
plays the reference beside it and compares. So nothing that an attempt does to its own process can make it agree: it
would have to behave like the reference, of which there is no trace in its memory.
"""

import functools
import mmap
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from judge.loading import Public, load, public_names
from judge.plain import TooDeep, same
from judge.player import LARGEST, Lost, Part, Player, Scenario, chosen, observed, play, read, scenarios_module, started
from judge.problem import Problem
from judge.referee import Gone, apart
from judge.running import INTERFERED
from judge.scratch import scratch_folder
from judge.start import forks

Observation = dict[str, Any]

_TOLD_EVERY = 200  # scenarios
_TOO_DEEP = "comes up with something nested too deeply to compare"


@dataclass(frozen=True)
class Difference:
    """The first scenario on which two solutions differ: its index, itself, and what was observed of each.

    An observation is None for a solution that did not get through; `lost` then says what became of it.
    """

    index: int
    scenario: Scenario
    reference: Observation
    attempt: Observation | None
    lost: str | None = None


@dataclass(frozen=True)
class Agreement:
    """Two solutions were observed to do the same on so many scenarios, with or without every dict in the same order."""

    count: int
    in_same_order: bool = field(default=True, compare=False)


def compare(
    problem: Problem,
    reference: Path,
    attempt: Path,
    most: Part = None,
    tick: Callable[[int], None] | None = None,
    seconds: float = float("inf"),
    afresh: int | None = None,
) -> Difference | Agreement:
    """Play the first `most` scenarios, a sample, or all on both files; return the first difference or the agreement.

    `tick` is called with the number of scenarios played now and then. An attempt that takes longer than `seconds`
    differs. Both files are loaded anew after `afresh` scenarios each, so that what they carry from one to the next
    stays small. Raises Unjudgeable where `attempt` cannot be loaded, and Lost where the reference does not get through,
    which is a fault of the problem.
    """
    public = public_names(problem.stub)
    scenarios_module(problem)  # Before the forks, so that all of them have it.
    ends = time.monotonic() + seconds
    with scratch_folder() as scratch:
        work = functools.partial(_referee, problem, reference, attempt, public, scratch, most, tick, ends, afresh)
        try:
            return apart(work)
        except Gone:
            raise Lost(f"does not get through all scenarios within {problem.time_limit:g} s each") from None


def _referee(
    problem: Problem,
    reference: Path,
    attempt: Path,
    public: Public,
    scratch: Path,
    most: Part,
    tick: Callable[[int], None] | None,
    ends: float,
    afresh: int | None,
) -> Difference | Agreement:
    """In the referee: play the reference, and compare with what comes from the attempt's process."""
    # A byte that both processes see. A fresh interpreter cannot share one, so that it is set from the beginning.
    in_fixed_order = mmap.mmap(-1, 1) if forks() else bytearray(b"\1")
    # The attempt's process comes first, while there is nothing in memory that it should not find.
    player = Player(
        started(problem, functools.partial(play, problem, attempt, public, scratch, most, in_fixed_order, afresh)),
        problem.time_limit,
        ends,
    )
    alarm = _alarm()
    try:
        solution = load(reference, public)
        player.wait_until_loaded()
        space = scenarios_module(problem)
        index = 0
        for index, played in enumerate(chosen(space, most), start=1):
            if afresh and index % afresh == 0:
                solution = load(reference, public)
            alarm(problem.time_limit)
            wanted = observed(space, solution, played, in_fixed_order)
            alarm(0)
            try:
                got = player.next_observation(4 * len(wanted) + LARGEST)
                if got != wanted:
                    expected, seen = read(wanted), read(got)
                    if not same(expected, seen):
                        return Difference(index - 1, played, expected, seen)
                    # The same, but for the order of some dict. In a fixed order that would have been seen sooner.
                    in_fixed_order[0] = 1
            except Lost as lost:
                return Difference(index - 1, played, read(wanted), None, str(lost))
            except TooDeep:
                # An honest attempt may do so, too: nothing bounds what it returns, or hands to a tool.
                return Difference(index - 1, played, read(wanted), None, _TOO_DEEP)
            except ValueError:
                return Difference(index - 1, played, read(wanted), None, INTERFERED)
            if tick and index % _TOLD_EVERY == 0:
                tick(index)
        return Agreement(index, in_same_order=not in_fixed_order[0])
    finally:
        player.running.stop()


def _alarm() -> Callable[[float], object]:
    """Return what lets the referee end after so many seconds, or never for 0: the reference may be at fault, too.

    Where there is no fork, this is the judge's own process, which waits.
    """
    return functools.partial(signal.setitimer, signal.ITIMER_REAL) if forks() else lambda seconds: None
