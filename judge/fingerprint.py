"""What a solution does in a sample of scenarios, as one number: so that it can be told from outside, and not copied."""

import functools
import time
from dataclasses import dataclass
from pathlib import Path

from judge.blocks import digest_of_all
from judge.loading import Unjudgeable, load, public_names
from judge.player import Lost, Player, Sample, Scenario, chosen, observed, play, scenarios_module, started
from judge.problem import Problem
from judge.referee import Errand
from judge.scratch import scratch_folder


@dataclass(frozen=True)
class Fingerprint:
    """What a solution did in a sample of scenarios: enough to tell whether another does the same, and no more."""

    sample: Sample
    count: int
    size: int
    digest: bytes


def fingerprint(problem: Problem, reference: Path, sample: Sample) -> Errand[tuple[Fingerprint, list[Scenario]]]:
    """Begin to take the fingerprint of what `reference` does in those scenarios, which come with the answer.

    Nothing else of the reference gets into this process.
    """
    return Errand(functools.partial(_fingerprint, problem, reference, sample))


def _fingerprint(problem: Problem, reference: Path, sample: Sample) -> tuple[Fingerprint, list[Scenario]]:
    solution, space = load(reference, public_names(problem.stub)), scenarios_module(problem)
    scenarios = list(chosen(space, sample))
    return _fingerprint_of([observed(space, solution, played, b"\0") for played in scenarios], sample), scenarios


def _fingerprint_of(observed: list[bytes], sample: Sample) -> Fingerprint:
    return Fingerprint(sample, len(observed), sum(map(len, observed)), digest_of_all(observed))


def leaves(problem: Problem, attempt: Path, expected: Fingerprint, seconds: float) -> bool:
    """Tell whether the file `attempt` was seen to leave that fingerprint.

    If not, it need not differ: a dict may have been filled in another order. `compare` tells.
    """
    chosen(scenarios_module(problem), expected.sample)  # Made now, so that the fork has it.
    public = public_names(problem.stub)
    with scratch_folder() as scratch:
        work = functools.partial(play, problem, attempt, public, scratch, expected.sample, b"\0")
        player = Player(started(problem, work), problem.time_limit, time.monotonic() + seconds)
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
