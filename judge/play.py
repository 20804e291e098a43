"""Plays every scenario of a problem on two solutions, each in its own confined process, until they differ.

Both processes go through the scenarios by themselves and send what they observed; the parent compares it as plain data.
So nothing that an attempt does to its own process can make it agree: it would have to behave like the reference.
"""

import functools
import importlib
import itertools
import os
import select
import struct
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from judge import cell, fork
from judge.loading import Unjudgeable, load, public_names, read_source
from judge.plain import dumps, in_order, loads, plain, same
from judge.problem import Problem

Scenario = dict[str, Any]
Observation = dict[str, Any]

IMPORT_LIMIT = 5.0  # seconds
_CHUNK = 200  # scenarios whose observations are sent together
_LARGEST_MESSAGE = 64 << 20  # bytes
_HEADER = struct.Struct("=I")


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
    """Two solutions were observed to do the same on so many scenarios."""

    count: int


class Lost(Exception):
    """A player ended or fell silent before it had played everything; the text is the end of a sentence."""


def compare(
    problem: Problem, reference: Path, attempt: Path, most: int | None = None, tick: Callable[[int], None] | None = None
) -> Difference | Agreement:
    """Play the first `most` scenarios (None: all) on both files, and return the first difference or the agreement.

    `tick` is called with the number of scenarios played now and then. Raises Unjudgeable where `attempt` cannot be
    loaded, and Lost where the reference does not get through, which is a fault of the problem.
    """
    with tempfile.TemporaryDirectory(prefix="attempt-", ignore_cleanup_errors=True) as scratch:
        places = [Path(scratch).resolve() / name for name in ("reference", "attempt")]
        for place in places:
            place.mkdir()
        plan = _Plan(0, most, _CHUNK, ordered=False)
        while True:
            one = _Player(problem, reference, places[0], plan)
            other = _Player(problem, attempt, places[1], plan)
            try:
                played = _in_step(problem, one, other, plan, tick)
            finally:
                one.running.stop()
                other.running.stop()
            if isinstance(played, Difference | Agreement):
                return played
            plan = played


def _in_step(
    problem: Problem, reference: "_Player", attempt: "_Player", plan: "_Plan", tick: Callable[[int], None] | None
) -> "Difference | Agreement | _Plan":
    """Return the outcome, or the plan by which to go on where this one cannot tell."""
    reference.wait_until_loaded()
    try:
        attempt.wait_until_loaded()
    except Lost as lost:
        raise Unjudgeable(f"The attempt {lost} while it is imported; take that out.") from None
    index = plan.first
    while True:
        expected = reference.next_chunk()
        try:
            got = attempt.next_chunk()
        except Lost as lost:
            if plan.size > 1:
                # It was lost somewhere in a chunk: one scenario at a time shows where.
                return replace(plan, first=index, size=1)
            if not expected:
                return Agreement(index)  # It played everything, and was lost only when that was over.
            return Difference(index, scenario(problem, index), loads(expected[0]), None, str(lost))
        if expected != got[: len(expected)]:
            offset = next(offset for offset, seen in enumerate(expected) if got[offset : offset + 1] != [seen])
            other = got[offset] if offset < len(got) else b""
            # Where even ordered bytes differ for equal data (0.0 and -0.0), the next scenario is what is left to play.
            further = replace(plan, first=index + offset + plan.ordered, ordered=True)
            return _unlike(problem, index + offset, loads(expected[offset]), other) or further
        index += len(expected)
        if not expected:
            return Agreement(index)
        if tick:
            tick(index)


def _unlike(problem: Problem, index: int, expected: Observation, written: bytes) -> Difference | None:
    """Return the difference at this scenario, or None if the observations differ only in the order of some dict."""
    try:
        got = loads(written)
    except ValueError:
        return Difference(index, scenario(problem, index), expected, None, "interfered with the judge")
    return None if same(expected, got) else Difference(index, scenario(problem, index), expected, got)


def scenario(problem: Problem, index: int) -> Scenario:
    """Return the scenario of `problem` with this index."""
    space = scenarios_module(problem)
    found: Scenario = next(itertools.islice(space.scenarios(), index, None))
    return found


def scenarios_module(problem: Problem) -> Any:
    """Return the imported scenarios.py of `problem`."""
    return importlib.import_module(f"problems.{problem.name}.scenarios")


@dataclass(frozen=True)
class _Plan:
    """From which scenario to play, how many in all (None: every one), and how many are sent together.

    `ordered` costs time, and makes equal observations equal bytes also where a dict was filled in another order.
    """

    first: int
    most: int | None
    size: int
    ordered: bool


class _Player:
    """One process that plays the scenarios on one file, seen from the parent."""

    def __init__(self, problem: Problem, file: Path, scratch: Path, plan: _Plan) -> None:
        self._limit = problem.time_limit
        self._buffer = bytearray()
        scenarios_module(problem)  # Before the fork, so that every player has it.
        self.running = fork.start(functools.partial(_play, problem, file, scratch, plan))

    def wait_until_loaded(self) -> None:
        """Return when the file is loaded. Raises Unjudgeable where it cannot be, and Lost."""
        fault = self._next_message(IMPORT_LIMIT)
        if fault:
            raise Unjudgeable(fault.decode("utf-8", "replace"))

    def next_chunk(self) -> list[bytes]:
        """Return the next observations as bytes, an empty list at the end. Raises Lost."""
        message = self._next_message(self._limit)
        observed: list[bytes] = []
        at = 0
        while at < len(message):
            (length,) = _HEADER.unpack_from(message, at) if at + _HEADER.size <= len(message) else (0,)
            at += _HEADER.size
            observed.append(message[at : at + length])
            at += length
        return observed

    def _next_message(self, seconds: float) -> bytes:
        deadline = time.monotonic() + seconds
        while True:
            if len(self._buffer) >= _HEADER.size:
                (length,) = _HEADER.unpack_from(self._buffer)
                if length > _LARGEST_MESSAGE:
                    raise Lost("interfered with the judge")
                if len(self._buffer) >= _HEADER.size + length:
                    message = bytes(self._buffer[_HEADER.size : _HEADER.size + length])
                    del self._buffer[: _HEADER.size + length]
                    return message
            if not self._fill(deadline - time.monotonic()):
                raise Lost(f"does not come to an end within {seconds:g} s")

    def _fill(self, seconds: float) -> bool:
        """Take in what comes next; return False if nothing comes within `seconds`. Raises Lost at the end."""
        if seconds <= 0:
            return False
        ready, _, _ = select.select([self.running.reports, self.running.output], [], [], seconds)
        if self.running.output in ready:
            self._drop_output()
        if self.running.reports in ready:
            chunk = os.read(self.running.reports, 1 << 20)
            if not chunk:
                self.running.ended(within=0.5)
                raise Lost(str(self.running))
            self._buffer += chunk
        return bool(ready)

    def _drop_output(self) -> None:
        # Tens of thousands of scripts print tens of thousands of times; the tests show what is printed.
        if not os.read(self.running.output, 1 << 20):
            time.sleep(0.001)  # It closed its own output, which is then always ready.


def _play(problem: Problem, file: Path, scratch: Path, plan: _Plan) -> None:
    """In the child: send the observations of the file on the scenarios as planned, then an empty message."""
    try:
        public = public_names(problem.stub)
        source = read_source(file)
        cell.lock(problem.root, scratch)
        solution = load(file, public, source)
    except Unjudgeable as fault:
        return _send(str(fault).encode())
    _send(b"")
    space = scenarios_module(problem)
    observed: list[bytes] = []
    for scenario in itertools.islice(space.scenarios(), plan.first, plan.most):
        seen = space.observe(solution, scenario)
        if plan.ordered:
            seen = in_order(plain(seen))
        written = dumps(seen) or dumps(plain(seen)) or b""
        observed += (_HEADER.pack(len(written)), written)
        if len(observed) == 2 * plan.size:
            _send(b"".join(observed))
            observed = []
    if observed:
        _send(b"".join(observed))
    _send(b"")


def _send(message: bytes) -> None:
    cell.report(_HEADER.pack(len(message)) + message)
