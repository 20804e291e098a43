"""How far a candidate has come with one problem."""

from dataclasses import dataclass, replace
from typing import NamedTuple


class Score(NamedTuple):
    """How many of a problem's tests passed."""

    passed: int
    total: int

    @property
    def full(self) -> bool:
        """Whether there were tests and all of them passed."""
        return self.passed == self.total > 0


@dataclass(frozen=True)
class Standing:
    """What is remembered of one problem; times are Unix timestamps in seconds.

    `attempts` are those that it took to solve it: what is tried out afterwards does not count.
    """

    problem: str
    first_run: float | None = None
    attempts: int = 0
    best: Score | None = None
    last: Score | None = None
    first_solved: float | None = None
    hints: int = 0

    @property
    def solved(self) -> bool:
        """Whether an attempt has ever passed all the tests there were then."""
        return self.first_solved is not None

    @property
    def solved_before_but_fails_now(self) -> bool:
        """Whether an earlier attempt passed and the last one did not, be it edited or the problem revised."""
        return self.solved and self.last is not None and not self.last.full

    def begun(self, at: float) -> "Standing":
        """Return the standing of a problem that was begun at the time `at`, if it was not before."""
        return replace(self, first_run=at if self.first_run is None else self.first_run)

    def judged(self, score: Score, at: float) -> "Standing":
        """Return the standing after one more judging.

        When the number of tests has changed the problem was revised, and the best score starts over: 12 of 12 old tests
        would otherwise hide for ever how far one is with 14 new ones. `first_solved` stays.
        """
        comparable = self.best is not None and self.best.total == score.total
        return replace(
            self.begun(at),
            attempts=self.attempts + (not self.solved),
            best=max(self.best, score) if self.best is not None and comparable else score,
            last=score,
            first_solved=at if score.full and self.first_solved is None else self.first_solved,
        )
