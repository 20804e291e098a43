"""Check `time`: the tests are quick on the reference, and nobody who is a little slower runs out of time."""

import time
from collections.abc import Iterator

import pytest

from judge.audit.fault import Fault
from judge.audit.trial import Outcome
from judge.child import put
from judge.loading import load, public_names
from judge.problem import Problem
from judge.protocol import REPORTER
from judge.referee import apart

ALL_TESTS = 1.0  # seconds
TIMES = 20  # so many times what the reference needs, a limit must allow
_GOES = 3  # at most, of which the quickest counts: a machine that is busy otherwise is no fault of the tests


def faults(problem: Problem, items: list[pytest.Item]) -> Iterator[Fault]:
    """Yield what takes too long."""
    needed = apart(lambda: _needed(problem, items))
    if (together := sum(needed)) >= ALL_TESTS:
        yield Fault(f"the tests take {together:.2f} s on the reference", f"make them take less than {ALL_TESTS:g} s")
    for item, seconds in zip(items, needed, strict=True):
        if seconds * TIMES > problem.time_limit:
            yield Fault(
                f"{item.name} takes {seconds:.3f} s on the reference, which is more than a {TIMES}th of the limit",
                "make it smaller, or raise time_limit in problem.toml",
            )


def _needed(problem: Problem, items: list[pytest.Item]) -> list[float]:
    """Return the seconds that each test takes on the reference."""
    put(items[0].config, problem.reference, load(problem.reference, public_names(problem.stub)))
    outcome = Outcome()
    items[0].config.pluginmanager.register(outcome, REPORTER)
    best = [float("inf")] * len(items)
    for _ in range(_GOES):
        for index, item in enumerate(items):
            began = time.perf_counter()
            outcome.of(item)
            best[index] = min(best[index], time.perf_counter() - began)
        if sum(best) < ALL_TESTS and max(best) * TIMES <= problem.time_limit:
            break
    return best
