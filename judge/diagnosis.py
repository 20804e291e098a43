"""Whose mistake it is: the known one that does the same as an attempt on every script, if there is one."""

import contextlib
import functools
import itertools
import time
from collections.abc import Callable
from pathlib import Path

from judge import play
from judge.explain import TimeOut
from judge.limit import limited
from judge.loading import load, public_names
from judge.plain import plain, same
from judge.play import Agreement, Difference
from judge.player import scenarios_module
from judge.problem import Problem
from judge.referee import apart

# Scenarios before the one that differs. More of them only where the fewer have shown nothing: what a mistake keeps from
# one run to the next may come from further back.
_BEFORE, _FURTHER = 300, 1_200
# What a mistake leaves behind for the next run would otherwise grow to the end, and take longer and longer to compare.
_AFRESH = 100  # scenarios
_PATIENCE = 30.0  # seconds for all mistakes; a few of them go on and on, but no diagnosis is worth a longer wait


def known_mistake(
    problem: Problem, attempt: Path, found: Difference, tick: Callable[[int], None] | None = None
) -> Path | None:
    """Return the mistake of `problem` that does on every scenario what the attempt does, or None.

    `found` is where the attempt first differs from the reference. To share that is not enough: a mistake is only named
    if the attempt then plays all scenarios as it does.
    """
    if found.attempt is None:
        return None
    ends = time.monotonic() + _PATIENCE
    # In a process of its own, for the solutions must not be in the memory from which an attempt is forked.
    alike = apart(functools.partial(_alike_so_far, problem, found, _BEFORE))
    if not alike and found.index > _BEFORE:
        alike = apart(functools.partial(_alike_so_far, problem, found, _FURTHER))
    for path in alike:
        try:
            left = ends - time.monotonic()
            if isinstance(play.compare(problem, path, attempt, tick=tick, seconds=left, afresh=_AFRESH), Agreement):
                return path
        except Exception:
            continue  # Of this mistake no diagnosis then, whatever it stumbles over; that the attempt differs is known.
    return None


def _alike_so_far(problem: Problem, found: Difference, before: int) -> list[Path]:
    """Return the mistakes that do what the attempt does on the scenario that differs, and on so many before it.

    Those before also bring about whatever a mistake carries over from one run to the next.
    """
    space = scenarios_module(problem)
    public = public_names(problem.stub)
    latest = list(itertools.islice(space.scenarios(), max(found.index - before, 0), found.index))
    reference = load(problem.reference, public)
    done = [(scenario, plain(space.observe(reference, scenario))) for scenario in latest]
    done.append((found.scenario, found.attempt))
    alike = []
    for path in problem.mistakes:
        # What a mistake does to a scenario's own data may be more than a scenario can take.
        with contextlib.suppress(Exception, TimeOut), limited(problem.time_limit):
            mistake = load(path, public)
            if all(same(space.observe(mistake, scenario), seen) for scenario, seen in done):
                alike.append(path)
    return alike
