"""Plays every scenario of a problem on two solutions, the attempt in a confined process, until they differ.

The attempt's process goes through the scenarios by itself and sends what it observed. A second process, the referee,
plays the reference beside it and compares. So nothing that an attempt does to its own process can make it agree: it
would have to behave like the reference, of which there is no trace in its memory.
"""

import functools
import hashlib
import importlib
import itertools
import mmap
import signal
import struct
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from judge import cell, pipe
from judge.inbox import printable
from judge.loading import Public, Unjudgeable, describe, load, public_names, read_source
from judge.plain import dumps, in_order, loads, plain, same
from judge.problem import Problem
from judge.referee import Gone, apart
from judge.running import Running
from judge.scratch import scratch_folder
from judge.start import Ready, forks, start

Scenario = dict[str, Any]
Observation = dict[str, Any]
_Flag = mmap.mmap | bytearray | bytes  # its first byte

IMPORT_LIMIT = 5.0  # seconds
_TOLD_EVERY = 200  # scenarios
# An attempt may observe more than the reference does, but what it sends is read with care, and that takes its time.
_LARGEST = 1 << 16  # bytes that an attempt's observation may have beyond four times the reference's
_PAUSE = 0.001  # seconds; to be woken for every single observation would take longer than to play it
_HEADER = struct.Struct("=cI")
_LOADED, _UNJUDGEABLE, _OBSERVED, _RAISED = b"L", b"U", b"O", b"R"


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


@dataclass(frozen=True)
class Sample:
    """Some of a problem's scenarios: the `first` ones, and from there on one in `every` so many."""

    first: int
    every: int


@dataclass(frozen=True)
class Fingerprint:
    """What a solution did in a sample of scenarios: enough to tell whether another does the same, and no more."""

    sample: Sample
    count: int
    size: int
    digest: bytes


class Lost(Exception):
    """A player ended or fell silent before it had played everything; the text is the end of a sentence."""


def compare(
    problem: Problem,
    reference: Path,
    attempt: Path,
    most: "int | Sample | None" = None,
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


def fingerprint(problem: Problem, reference: Path, sample: "Sample") -> Fingerprint:
    """Return the fingerprint of what `reference` does in those scenarios; it leaves no other trace here."""
    _chosen(scenarios_module(problem), sample)
    return apart(functools.partial(_fingerprint, problem, reference, sample))


def _fingerprint(problem: Problem, reference: Path, sample: "Sample") -> Fingerprint:
    solution, space = load(reference, public_names(problem.stub)), scenarios_module(problem)
    seen = [space.observe(solution, played) for played in _chosen(space, sample)]
    return _fingerprint_of([_written(each, b"\0") for each in seen], sample)


def _fingerprint_of(observed: list[bytes], sample: "Sample") -> Fingerprint:
    digest = hashlib.blake2b(b"".join(_HEADER.pack(_OBSERVED, len(each)) + each for each in observed)).digest()
    return Fingerprint(sample, len(observed), sum(map(len, observed)), digest)


def leaves(problem: Problem, attempt: Path, expected: Fingerprint, seconds: float) -> bool:
    """Tell whether the file `attempt` was seen to leave that fingerprint.

    If not, it need not differ: a dict may have been filled in another order. `compare` tells.
    """
    _chosen(scenarios_module(problem), expected.sample)
    public = public_names(problem.stub)
    with scratch_folder() as scratch:
        work = functools.partial(_play, problem, attempt, public, scratch, expected.sample, b"\0")
        player = _Player(_started(problem, work), problem.time_limit, time.monotonic() + seconds)
        observed: list[bytes] = []
        left = expected.size
        try:
            player.wait_until_loaded()
            while len(observed) < expected.count:
                observed.append(player.next_observation(left))
                left -= len(observed[-1])
        except (Lost, Unjudgeable):
            return False
        finally:
            player.running.stop()
    return _fingerprint_of(observed, expected.sample) == expected


def scenario(problem: Problem, index: int) -> Scenario:
    """Return the scenario of `problem` with this index."""
    space = scenarios_module(problem)
    found: Scenario = next(itertools.islice(space.scenarios(), index, None))
    return found


def scenarios_module(problem: Problem) -> Any:
    """Return the imported scenarios.py of `problem`."""
    return importlib.import_module(f"problems.{problem.name}.scenarios")


def _chosen(space: Any, most: int | Sample | None) -> Iterable[Scenario]:
    """Return the scenarios that `most` means: all of them for None, so many, or a sample."""
    return _sample(space, most) if isinstance(most, Sample) else itertools.islice(space.scenarios(), most)


@functools.lru_cache(maxsize=16)
def _sample(space: Any, sample: Sample) -> list[Scenario]:
    """Return the sample, made once: whoever is forked after that has it too."""
    numbered = enumerate(space.scenarios())
    return [scenario for index, scenario in numbered if index < sample.first or index % sample.every == 0]


def _referee(
    problem: Problem,
    reference: Path,
    attempt: Path,
    public: Public,
    scratch: Path,
    most: "int | Sample | None",
    tick: Callable[[int], None] | None,
    ends: float,
    afresh: int | None,
) -> Difference | Agreement:
    """In the referee: play the reference, and compare with what comes from the attempt's process."""
    # A byte that both processes see. A fresh interpreter cannot share one, so that it is set from the beginning.
    in_fixed_order = mmap.mmap(-1, 1) if forks() else bytearray(b"\1")
    # The attempt's process comes first, while there is nothing in memory that it should not find.
    player = _Player(
        _started(problem, functools.partial(_play, problem, attempt, public, scratch, most, in_fixed_order, afresh)),
        problem.time_limit,
        ends,
    )
    try:
        solution = load(reference, public)
        player.wait_until_loaded()
        space = scenarios_module(problem)
        index = 0
        for index, played in enumerate(_chosen(space, most), start=1):
            if afresh and index % afresh == 0:
                solution = load(reference, public)
            _alarm(problem.time_limit)
            expected = space.observe(solution, played)
            written = _written(expected, in_fixed_order)
            _alarm(0)
            try:
                got = player.next_observation(4 * len(written) + _LARGEST)
                if got != written:
                    expected, seen = plain(expected), loads(got)
                    if not same(expected, seen):
                        return Difference(index - 1, played, expected, seen)
                    # The same, but for the order of some dict. In a fixed order that would have been seen sooner.
                    in_fixed_order[0] = 1
            except Lost as lost:
                return Difference(index - 1, played, plain(expected), None, str(lost))
            except ValueError:
                return Difference(index - 1, played, plain(expected), None, "interfered with the judge")
            if tick and index % _TOLD_EVERY == 0:
                tick(index)
        return Agreement(index)
    finally:
        player.running.stop()


def _alarm(seconds: float) -> None:
    """Let the referee end after so many seconds, or never for 0: the reference's own code may be at fault, too.

    Where there is no fork, this is the judge's own process, which waits.
    """
    if forks():
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _written(seen: Any, in_fixed_order: _Flag) -> bytes:
    written = dumps(seen)
    if written is None:
        seen = plain(seen)
        written = dumps(seen)
    if in_fixed_order[0]:
        written = dumps(in_order(seen))
    return written or b""


class _Player:
    """The process that plays the scenarios on the attempt, as the referee sees it."""

    def __init__(self, running: Running, limit: float, ends: float) -> None:
        self.running = running
        self._limit = limit
        self._ends = ends
        self._buffer = bytearray()

    def wait_until_loaded(self) -> None:
        """Return when the file is loaded. Raises Unjudgeable where it cannot be."""
        try:
            kind, text = self._next_message(IMPORT_LIMIT, _LARGEST)
        except Lost as lost:
            raise Unjudgeable(f"The attempt {lost} while it is imported; take that out.") from None
        if kind != _LOADED:
            raise Unjudgeable(printable(text.decode("utf-8", "replace")[:4_000]))

    def next_observation(self, largest: int) -> bytes:
        """Return the next observation, of at most `largest` bytes. Raises Lost."""
        kind, text = self._next_message(self._limit, largest)
        if kind == _OBSERVED:
            return text
        raise Lost(f"raises {printable(text.decode('utf-8', 'replace')[:400])}, which ends a program")

    def _next_message(self, seconds: float, largest: int) -> tuple[bytes, bytes]:
        deadline = time.monotonic() + seconds
        kind, length = _HEADER.unpack(self._take(_HEADER.size, seconds, deadline))
        if length > largest:
            raise Lost("does far more than the reference does")
        return kind, self._take(length, seconds, deadline)

    def _take(self, size: int, seconds: float, deadline: float) -> bytes:
        while len(self._buffer) < size:
            left = min(deadline, self._ends) - time.monotonic()
            if left <= 0:
                late = "takes too long over all scripts" if self._ends < deadline else None
                raise Lost(late or f"does not come to an end within {seconds:g} s")
            self._fill(left)
        taken = bytes(self._buffer[:size])
        del self._buffer[:size]
        return taken

    def _fill(self, seconds: float) -> None:
        """Take in what comes within `seconds`. Raises Lost at the end."""
        ready = pipe.ready([self.running.reports, self.running.output], seconds)
        if self.running.output in ready:
            self._drop_output()
        if self.running.reports in ready:
            time.sleep(_PAUSE)
            chunk = pipe.read(self.running.reports, 1 << 18)
            if not chunk:
                ended = self.running.ended(within=0.5)
                raise Lost(str(self.running) if ended else "interfered with the judge")
            self._buffer += chunk

    def _drop_output(self) -> None:
        # Tens of thousands of scripts print tens of thousands of times; the tests show what is printed.
        if not pipe.read(self.running.output, 1 << 20):
            time.sleep(0.001)  # It closed its own output, which is then always ready.


def _started(problem: Problem, work: Callable[[], None]) -> Running:
    return start(work, functools.partial(_get_ready_and_play, problem, work))


def _get_ready_and_play(problem: Problem, work: Callable[[], None], ready: Ready) -> None:
    """In a fresh interpreter: do what a fork does."""
    scenarios_module(problem)
    ready()
    work()


def _play(
    problem: Problem,
    file: Path,
    public: Public,
    scratch: Path,
    most: "int | Sample | None",
    in_fixed_order: _Flag,
    afresh: int | None = None,
) -> None:
    """In the attempt's process: send the observations of the file on the scenarios that `most` means."""
    try:
        source = read_source(file)
        solution = cell.admit(file, public, problem.root, scratch)
    except Unjudgeable as fault:
        return _send(_UNJUDGEABLE, str(fault).encode("utf-8", "replace"))
    _send(_LOADED, b"")
    space = scenarios_module(problem)
    try:
        for index, played in enumerate(_chosen(space, most), start=1):
            if afresh and index % afresh == 0:
                solution = load(file, public, source)
            # Each at once, so that the referee knows on which one a process was lost.
            _send(_OBSERVED, _written(space.observe(solution, played), in_fixed_order))
    except BaseException as left:
        _send(_RAISED, describe(left).encode("utf-8", "replace"))


def _send(kind: bytes, message: bytes) -> None:
    cell.report(_HEADER.pack(kind, len(message)) + message)
