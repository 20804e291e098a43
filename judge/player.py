"""Plays the scenarios of a problem on an attempt, in a process of its own, and sends what was observed."""

import functools
import importlib
import itertools
import mmap
import struct
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge import cell, pipe
from judge.blocks import Stripe, digested
from judge.loading import Public, Unjudgeable, describe, load, read_source
from judge.plain import KEEPING, dumps, in_order, loads, opened, plain
from judge.problem import Problem
from judge.running import INTERFERED, Running
from judge.start import Ready, start
from judge.texts import few_lines, printable

Scenario = dict[str, Any]
Flag = mmap.mmap | bytearray | bytes  # its first byte

IMPORT_LIMIT = 5.0  # seconds
# An attempt may observe more than the reference does, but what it sends is read with care, and that takes its time.
LARGEST = 1 << 20  # bytes that an attempt's observation may have beyond four times the reference's
_TICK = 0.05  # seconds between two looks at a process that says nothing
_PAUSE = 0.001  # seconds; to be woken for every single observation would take longer than to play it
_HEADER = struct.Struct("=cI")
_LOADED, _UNJUDGEABLE, _OBSERVED, _RAISED = b"L", b"U", b"O", b"R"


@dataclass(frozen=True)
class Sample:
    """Some of a problem's scenarios: the `first` ones, from there on one in `every` so many, and the `telling` ones."""

    first: int
    every: int

    def of(self, space: Any) -> Callable[[int], bool]:
        """Return a function that tells whether the scenario with an index is in the sample.

        TELLING in a scenarios.py names those that alone tell some rare mistake apart.
        """
        telling = frozenset(getattr(space, "TELLING", ()))
        return lambda index: index < self.first or index % self.every == 0 or index in telling


Part = int | Sample | Stripe | None  # of the scenarios: so many from the beginning, some, or all of them


class Lost(Exception):
    """A player ended or fell silent before it had played everything; the text is the end of a sentence."""


def scenarios_module(problem: Problem) -> Any:
    """Return the imported scenarios.py of `problem`."""
    return importlib.import_module(f"problems.{problem.name}.scenarios")


def chosen(space: Any, part: Part) -> Iterable[Scenario]:
    """Return the scenarios that `part` means."""
    if isinstance(part, Sample):
        return _sample(space, part)
    if isinstance(part, Stripe):
        return (scenario for index, scenario in enumerate(space.scenarios()) if part.holds(index))
    return itertools.islice(space.scenarios(), part)


def _sample(space: Any, sample: Sample) -> list[Scenario]:
    """Return the sample, made once: whoever is forked after that has it too."""
    if (space, sample) not in _samples:
        belongs = sample.of(space)
        keep_sample(space, sample, [scenario for index, scenario in enumerate(space.scenarios()) if belongs(index)])
    return _samples[space, sample]


def keep_sample(space: Any, sample: Sample, scenarios: list[Scenario]) -> None:
    """Take `scenarios` for this sample of `space`: another process has gone through all of them."""
    _samples[space, sample] = scenarios


_samples: dict[tuple[Any, Sample], list[Scenario]] = {}


def observed(space: Any, solution: Any, scenario: Scenario, in_fixed_order: Flag) -> bytes:
    """Return what `solution` is observed to do on `scenario`, as bytes that `read` reads."""
    KEEPING.as_written = True
    try:
        return _written(space.observe(solution, scenario), in_fixed_order)
    finally:
        KEEPING.as_written = False


def read(observation: bytes) -> dict[str, Any]:
    """Return the observation as `observe` tells it. Raises ValueError for what it never tells, and TooDeep."""
    seen = opened(loads(observation))
    if type(seen) is not dict:
        raise ValueError("no observation")
    return seen


def _written(seen: Any, in_fixed_order: Flag) -> bytes:
    written = dumps(seen)
    if written is None:
        seen = plain(seen)
        written = dumps(seen)
    if in_fixed_order[0]:
        written = dumps(in_order(seen))
    return written or b""


class Player:
    """The process that plays the scenarios on the attempt, as the referee sees it."""

    def __init__(self, running: Running, limit: float, ends: float) -> None:
        self.running = running
        pipe.widen(running.reports)
        self._limit = limit
        self._ends = ends
        self._buffer = bytearray()
        self._at = 0  # where in the buffer the next message begins

    def wait_until_loaded(self) -> None:
        """Return when the file is loaded. Raises Unjudgeable where it cannot be."""
        try:
            kind, text = self._next_message(IMPORT_LIMIT, LARGEST)
        except Lost as lost:
            raise Unjudgeable(f"The attempt {lost} while it is imported; take that out.") from None
        if kind != _LOADED:
            raise Unjudgeable(few_lines(printable(text.decode("utf-8", "replace")[:4_000])))

    def next_observation(self, largest: int) -> bytes:
        """Return the next observation, of at most `largest` bytes. Raises Lost."""
        kind, text = self._next_message(self._limit, largest)
        if kind == _OBSERVED:
            return text
        told = " ".join(printable(text.decode("utf-8", "replace")[:400]).split())
        raise Lost(f"raises {told}, which ends a program")

    def _next_message(self, seconds: float, largest: int) -> tuple[bytes, bytes]:
        deadline = time.monotonic() + seconds
        self._wait_for(_HEADER.size, seconds, deadline)
        kind, length = _HEADER.unpack_from(self._buffer, self._at)
        if length > largest:
            raise Lost("does far more than the reference does")
        self._wait_for(_HEADER.size + length, seconds, deadline)
        begins, self._at = self._at + _HEADER.size, self._at + _HEADER.size + length
        return kind, bytes(self._buffer[begins : self._at])

    def _wait_for(self, size: int, seconds: float, deadline: float) -> None:
        """Return when so many bytes of the next message are there. Raises Lost."""
        while len(self._buffer) - self._at < size:
            left = min(deadline, self._ends) - time.monotonic()
            if left <= 0:
                late = "takes too long over all scripts" if self._ends < deadline else None
                raise Lost(late or f"does not come to an end within {seconds:g} s")
            self._fill(left)

    def _fill(self, seconds: float) -> None:
        """Take in what comes within `seconds`. Raises Lost at the end."""
        self.running.ended()  # It looks after what the process has too much of.
        ready = pipe.ready([self.running.reports, self.running.output], min(seconds, _TICK))
        if self.running.output in ready:
            self._drop_output()
        if self.running.reports in ready:
            time.sleep(_PAUSE)
            chunk = pipe.read(self.running.reports, 1 << 18)
            if not chunk:
                ended = self.running.ended(within=0.5)
                raise Lost(str(self.running) if ended else INTERFERED)
            del self._buffer[: self._at]
            self._at = 0
            self._buffer += chunk

    def _drop_output(self) -> None:
        # Tens of thousands of scripts print tens of thousands of times; the tests show what is printed.
        if not pipe.read(self.running.output, 1 << 20):
            time.sleep(0.001)  # It closed its own output, which is then always ready.


def started(problem: Problem, work: Callable[[], None]) -> Running:
    return start(work, functools.partial(_get_ready_and_play, problem, work))


def _get_ready_and_play(problem: Problem, work: Callable[[], None], ready: Ready) -> None:
    """In a fresh interpreter: do what a fork does."""
    scenarios_module(problem)
    ready()
    work()


def play(
    problem: Problem,
    file: Path,
    public: Public,
    scratch: Path,
    part: Part,
    in_fixed_order: Flag,
    afresh: int | None = None,
) -> None:
    """In the attempt's process: send the observations of the file on the scenarios that `part` means.

    Each is sent at once, so that the referee knows on which one a process was lost; of a stripe only a row for each
    block. The file is loaded anew after `afresh` scenarios each.
    """
    try:
        source = read_source(file)
        solution = cell.admit(file, public, problem.root, scratch, source)
    except Unjudgeable as fault:
        return _send(_UNJUDGEABLE, str(fault).encode("utf-8", "replace"))
    _send(_LOADED, b"")
    reloaded = functools.partial(load, file, public, source)
    observed = observations(scenarios_module(problem), solution, part, in_fixed_order, reloaded, afresh)
    try:
        for message in digested(observed) if isinstance(part, Stripe) else observed:
            _send(_OBSERVED, message)
    except BaseException as left:
        _send(_RAISED, describe(left).encode("utf-8", "replace"))


def observations(
    space: Any,
    solution: Any,
    part: Part,
    in_fixed_order: Flag,
    reloaded: Callable[[], Any] | None = None,
    afresh: int | None = None,
) -> Iterator[bytes]:
    """Yield what `solution` is observed to do on the scenarios that `part` means."""
    for index, scenario in enumerate(chosen(space, part), start=1):
        if reloaded and afresh and index % afresh == 0:
            solution = reloaded()
        yield observed(space, solution, scenario, in_fixed_order)


def _send(kind: bytes, message: bytes) -> None:
    cell.report(_HEADER.pack(kind, len(message)) + message)
