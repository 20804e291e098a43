"""What the reference does on every scenario, remembered block by block, so that the attempt alone has to play them.

`play.compare` has both solutions play in step, and tells where they first differ. That they do not is known in about
half the time where the reference's part is on file: the attempt's is then shared out among all cores. Only an agreement
is told from here. Whatever else it may be, `play.compare` finds out. What an attempt keeps from one script to the next,
it keeps within its share.
"""

import contextlib
import functools
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from judge.blocks import SIZE, Stripe, count_in, digest_of_all, digested, rows_in
from judge.cores import cores
from judge.loading import Unjudgeable, load, public_names
from judge.play import Agreement
from judge.player import Lost, Player, observations, play, scenarios_module, started
from judge.problem import Problem
from judge.referee import Errand, Gone, apart
from judge.scratch import scratch_folder
from judge.start import forks

FOLDER = ".remembered"  # in the project root, and in .gitignore
_MOST_PLAYERS = 4
_LARGEST_ROW = 1_000  # bytes; they are far shorter


def agreement(
    problem: Problem,
    attempt: Path,
    tick: Callable[[int], None],
    seconds: float = float("inf"),
    in_same_order: bool = True,
) -> Agreement | None:
    """Return the agreement if `attempt` was seen to do what the reference does on every scenario, within `seconds`.

    None says nothing. An attempt that fills some dict in another order gets None, unless `in_same_order` is false: not
    to go by the order takes longer. `tick` is called with the number of scenarios played now and then.
    """
    if not forks():
        return None  # Interpreters that have yet to start would take longer than playing in step.
    ends = time.monotonic() + seconds
    scenarios_module(problem)  # Before the forks, so that all of them have it.
    order = b"\0" if in_same_order else b"\1"
    with contextlib.ExitStack() as stack:
        shares = [(stripe, stack.enter_context(scratch_folder())) for stripe in _stripes()]
        try:
            # What the reference does stays out of the memory of this process, from which later attempts are forked.
            return apart(functools.partial(_agreement, problem, attempt, order, shares, ends, tick))
        except (Gone, Lost, Unjudgeable, OSError):
            return None


def _agreement(
    problem: Problem,
    attempt: Path,
    order: bytes,
    shares: list[tuple[Stripe, Path]],
    ends: float,
    tick: Callable[[int], None],
) -> Agreement | None:
    """Play the `shares` of the scenarios, each with its scratch folder. Raises what `agreement` takes for None."""
    count = sum(1 for _ in scenarios_module(problem).scenarios())
    with contextlib.ExitStack() as stack:
        # The attempt's processes come first, while there is nothing in memory that they should not find.
        players = []
        for stripe, scratch in shares:
            work = functools.partial(play, problem, attempt, public_names(problem.stub), scratch, stripe, order)
            players.append(Player(started(problem, work), problem.time_limit, ends))
            stack.callback(players[-1].running.stop)
        for player in players:
            player.wait_until_loaded()
        memory = _Memory(problem, order)
        played, expected = _rows(players, count, tick), memory.read(count)
        if expected is None:
            errands = memory.errands(stack)
            played = iter(list(played))  # Both play meanwhile.
            expected = memory.taken(errands)
        return Agreement(count) if all(next(played) == row for row in expected) else None


def _stripes() -> list[Stripe]:
    """Return the shares of the scenarios, one for each core: short blocks by turns, so that all take equally long."""
    count = min(cores(), _MOST_PLAYERS)
    return [Stripe(first, count) for first in range(count)]


def _rows(players: list[Player], count: int, tick: Callable[[int], None]) -> Iterator[bytes]:
    """Yield what the players send of `count` scenarios, block by block. Raises Lost."""
    number = done = 0
    while done < count:
        row = players[number % len(players)].next_observation(_LARGEST_ROW)
        number, done = number + 1, done + SIZE
        tick(min(done, count))
        yield row


class _Memory:
    """The file that holds what the reference of `problem` does, and how it comes to be."""

    def __init__(self, problem: Problem, order: bytes) -> None:
        self._problem = problem
        self._order = order
        self._file = problem.root / FOLDER / f"{problem.name}.{'fixed' if order[0] else 'same'}"
        self._key = _key(problem)

    def read(self, count: int) -> list[bytes] | None:
        """Return a row for each block, or None where the file is not of the present, or not of `count` scenarios."""
        try:
            content = self._file.read_bytes()
        except OSError:
            return None
        size = len(self._key)
        key, digest, rows = content[:size], content[size : 2 * size], rows_in(content[2 * size :])
        # One that was written while scenarios.py was changed may be of fewer scenarios.
        whole = (key, digest, sum(map(count_in, rows))) == (self._key, digest_of_all(rows), count)
        return rows if whole else None

    def errands(self, stack: contextlib.ExitStack) -> list[Errand[list[bytes]]]:
        """Have the reference begin to play on all cores, until it is done or `stack` ends it."""
        errands = [Errand(functools.partial(self._rows_of, stripe)) for stripe in _stripes()]
        for errand in errands:
            stack.callback(errand.stop)
        return errands

    def taken(self, errands: list[Errand[list[bytes]]]) -> list[bytes]:
        """Return what has come of them, and keep it, unless the checkout cannot be written to. Raises Gone."""
        shares = [errand.answer() for errand in errands]
        rows = [shares[number % len(shares)][number // len(shares)] for number in range(sum(map(len, shares)))]
        with contextlib.suppress(OSError):
            self._file.parent.mkdir(exist_ok=True)
            # Whoever reads it while it is half written takes nothing from it, and two who write it write the same.
            self._file.write_bytes(self._key + digest_of_all(rows) + b"".join(rows))
        return rows

    def _rows_of(self, stripe: Stripe) -> list[bytes]:
        """In a process of its own, which a scenario that the reference does not get through ends."""
        problem = self._problem
        solution, space = load(problem.reference, public_names(problem.stub)), scenarios_module(problem)
        rows = []
        signal.setitimer(signal.ITIMER_REAL, problem.time_limit)
        for row in digested(observations(space, solution, stripe, self._order)):
            rows.append(row)
            signal.setitimer(signal.ITIMER_REAL, problem.time_limit)
        signal.setitimer(signal.ITIMER_REAL, 0)
        return rows


def _key(problem: Problem) -> bytes:
    """Return a digest of all that decides what the reference does: the problem, the labs, the judge and Python."""
    return digest_of_all([sys.version.encode(), *(file.read_bytes() for file in _sources(problem))])


def _sources(problem: Problem) -> Iterator[Path]:
    yield from (problem.reference, problem.stub, problem.folder / "scenarios.py")
    yield from sorted(problem.folder.parent.glob("*/lab.py"))  # One may import that of another problem.
    yield from sorted(Path(__file__).parent.glob("[!.]*.py"))  # Some editors leave links that lead nowhere.
