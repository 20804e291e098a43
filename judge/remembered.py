"""What the reference does on every scenario, remembered block by block, so that the attempt alone has to play them.

`play.compare` has both solutions play in step, and tells where they first differ. That they do not is known in about
half the time where the reference's part is on file: the attempt's is then shared out among all cores. Only an agreement
is told from here. Whatever else it may be, `play.compare` finds out. What an attempt keeps from one script to the next,
it keeps within its share.
"""

import contextlib
import functools
import hashlib
import os
import signal
import struct
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from judge.cores import cores
from judge.loading import Unjudgeable, load, public_names
from judge.play import Agreement
from judge.player import LARGEST, Lost, Player, Stripe, chosen, play, scenarios_module, started, written
from judge.problem import Problem
from judge.referee import Errand, Gone
from judge.scratch import scratch_folder
from judge.start import forks

FOLDER = ".remembered"  # in the project root, and in .gitignore
_BLOCK = 64  # scenarios: what a pipe can hold while another player is listened to
_MOST_PLAYERS = 4
_LENGTH = struct.Struct("=I")
_ROW = struct.Struct("=IQ16s")  # of a block as it is on file


@dataclass(frozen=True)
class Block:
    """What a solution did in a row of scenarios: how many they were, and their observations, as bytes and as one."""

    count: int
    size: int
    digest: bytes


def agreement(
    problem: Problem,
    attempt: Path,
    tick: Callable[[int], None],
    seconds: float = float("inf"),
    in_same_order: bool = True,
) -> Agreement | None:
    """Return the agreement if `attempt` was seen to do what the reference does on every scenario, within `seconds`.

    None says nothing. Where `in_same_order` is true, an attempt that fills some dict in another order gets it as well;
    not to go by the order takes longer. `tick` is called with the number of scenarios played now and then.
    """
    if not forks():
        return None  # Interpreters that have yet to start would take longer than playing in step.
    ends = time.monotonic() + seconds
    scenarios_module(problem)  # Before the forks, so that all of them have it.
    order = b"\0" if in_same_order else b"\1"
    try:
        blocks = _Memory(problem, order).blocks()
        return _played(problem, attempt, order, blocks, tick, ends)
    except (Gone, Lost, Unjudgeable, OSError):
        return None


def _played(
    problem: Problem, attempt: Path, order: bytes, blocks: list[Block], tick: Callable[[int], None], ends: float
) -> Agreement | None:
    """Have the attempt play all `blocks`; return None at the first that does not come out the same."""
    public = public_names(problem.stub)
    stripes = _stripes()
    with contextlib.ExitStack() as stack:
        players = []
        for stripe in stripes:
            scratch = stack.enter_context(scratch_folder())
            work = functools.partial(play, problem, attempt, public, scratch, stripe, order)
            players.append(Player(started(problem, work), problem.time_limit, ends))
            stack.callback(players[-1].running.stop)
        for player in players:
            player.wait_until_loaded()
        done = 0
        for number, block in enumerate(blocks):
            if _next_block(players[number % len(players)], block) != block:
                return None
            done += block.count
            tick(done)
    return Agreement(done)


def _stripes() -> list[Stripe]:
    """Return the shares of the scenarios, one for each core: short blocks by turns, so that all take equally long."""
    count = min(cores(), _MOST_PLAYERS)
    return [Stripe(_BLOCK, first, count) for first in range(count)]


def _next_block(player: Player, expected: Block) -> Block:
    left = expected.size + LARGEST
    observed = []
    for _ in range(expected.count):
        observed.append(player.next_observation(left))
        left -= len(observed[-1])
    return _block(observed)


def _block(observed: list[bytes]) -> Block:
    framed = b"".join(_LENGTH.pack(len(each)) + each for each in observed)
    return Block(len(observed), len(framed), hashlib.blake2b(framed, digest_size=16).digest())


class _Memory:
    """The file that holds what the reference of `problem` does, and how it comes to be."""

    def __init__(self, problem: Problem, order: bytes) -> None:
        self._problem = problem
        self._order = order
        self._file = problem.root / FOLDER / f"{problem.name}.{'fixed' if order[0] else 'same'}"
        self._key = _key(problem)

    def blocks(self) -> list[Block]:
        """Return all blocks, having the reference play them where the file is not of the present. Raises Gone."""
        return self._read() or self._taken()

    def _read(self) -> list[Block] | None:
        try:
            content = self._file.read_bytes()
        except OSError:
            return None
        rows = content.removeprefix(self._key)
        if rows == content or len(rows) % _ROW.size:
            return None
        blocks = [Block(*row) for row in _ROW.iter_unpack(rows)]
        # A file that was cut, or written while scenarios.py was changed, would have fewer played than there are.
        count = sum(1 for _ in scenarios_module(self._problem).scenarios())
        return blocks if sum(block.count for block in blocks) == count else None

    def _taken(self) -> list[Block]:
        """Have the reference play on all cores, and keep what it does, unless the checkout cannot be written to."""
        errands = [Errand(functools.partial(self._blocks_of, stripe)) for stripe in _stripes()]
        shares = [errand.answer() for errand in errands]
        blocks = [shares[number % len(shares)][number // len(shares)] for number in range(sum(map(len, shares)))]
        with contextlib.suppress(OSError):
            self._write(blocks)
        return blocks

    def _blocks_of(self, stripe: Stripe) -> list[Block]:
        """In a process of its own, which a scenario that the reference does not get through ends."""
        problem = self._problem
        solution, space = load(problem.reference, public_names(problem.stub)), scenarios_module(problem)
        blocks: list[Block] = []
        observed: list[bytes] = []
        for scenario in chosen(space, stripe):
            signal.setitimer(signal.ITIMER_REAL, problem.time_limit)
            observed.append(written(space.observe(solution, scenario), self._order))
            if len(observed) == _BLOCK:
                blocks.append(_block(observed))
                observed = []
        signal.setitimer(signal.ITIMER_REAL, 0)
        return [*blocks, _block(observed)] if observed else blocks

    def _write(self, blocks: list[Block]) -> None:
        self._file.parent.mkdir(exist_ok=True)
        rows = b"".join(_ROW.pack(block.count, block.size, block.digest) for block in blocks)
        # Under another name first: two runs may do this at the same time, or one be killed.
        descriptor, name = tempfile.mkstemp(dir=self._file.parent)
        try:
            with open(descriptor, "wb") as new:
                new.write(self._key + rows)
            os.replace(name, self._file)
        except BaseException:
            os.unlink(name)
            raise


def _key(problem: Problem) -> bytes:
    """Return a digest of all that decides what the reference does: the problem, the labs, the judge and Python."""
    digest = hashlib.blake2b(sys.version.encode())
    for file in _sources(problem):
        content = file.read_bytes()
        digest.update(_LENGTH.pack(len(content)) + content)
    return digest.digest()


def _sources(problem: Problem) -> Iterator[Path]:
    yield from (problem.reference, problem.stub, problem.folder / "scenarios.py")
    yield from sorted(problem.folder.parent.glob("*/lab.py"))  # One may import that of another problem.
    yield from sorted(Path(__file__).parent.glob("[!.]*.py"))  # Some editors leave links that lead nowhere.
