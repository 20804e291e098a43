"""Check `answers`: the stub fails, right answers pass and agree, and every mistake is told apart by a scenario."""

import itertools
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge import play, supervise
from judge.audit.fault import Fault
from judge.audit.files import breaks, short
from judge.audit.model import Model
from judge.audit.trial import Solution, first_failures
from judge.diagnosis import known_mistake
from judge.explain import NOT_WRITTEN
from judge.loading import load, public_names
from judge.plain import plain, same
from judge.play import Difference
from judge.player import scenarios_module
from judge.problem import Problem
from judge.referee import Gone, apart
from judge.start import forks

FEWEST_SCENARIOS = 1_000
_BEFORE = 300  # scenarios
_PATIENCE = 10  # seconds


def faults(problem: Problem, items: list[pytest.Item], stride: int, every: int) -> Iterator[Fault]:
    """Yield what is wrong with the answers.

    Of the mistakes, one in `every` is tried. Where `stride` is more than 1, alternatives play only one scenario in so
    many, and mistakes only those of the replay.
    """
    yield from _stub(problem, items)
    for file in [problem.reference, *problem.alternatives]:
        (failed,) = first_failures(items, problem, Solution.read(file), [range(len(items))])
        if failed is not None:
            yield Fault(f"{short(file)} fails {items[failed].name}", "mend the test or the spec, or the answer")
    count = sum(1 for _ in scenarios_module(problem).scenarios())
    if count < FEWEST_SCENARIOS:
        yield Fault(f"scenarios.py yields {count:,} of at least {FEWEST_SCENARIOS:,}", "play more short inputs")
    model = Model(problem, problem.reference, stride)
    for file in problem.alternatives:
        index = model.first_difference(Solution.read(file))
        if index is not None:
            yield Fault(
                f"{short(file)} differs from the reference on scenario {index}",
                "say in the spec who is right",
                script(problem, index),
            )
    for file in problem.mistakes[::every]:
        index = None if stride > 1 else model.first_difference(Solution.read(file))
        if index is not None and (rule := _quoted_apart(problem, file, index)) not in breaks(file):
            yield Fault(
                f"--compare quotes {rule} for {short(file)}, which breaks {', '.join(breaks(file))}",
                "mend rule() in scenarios.py, or BREAKS",
                script(problem, index),
            )
        if index is not None and model.replayed(index):
            continue
        if model.first_difference(Solution.read(file), model.replayed) is not None:
            continue
        if index is None and stride == 1:
            yield Fault(
                f"{short(file)} does on every scenario what the reference does", "add one that tells them apart"
            )
        else:
            yield Fault(
                f"the replay that confirms a pass does not tell {short(file)} from the reference",
                f"add {'what --audit says' if index is None else index} to TELLING in scenarios.py",
            )


def nameless(problem: Problem) -> Iterator[Fault]:
    """Yield the mistakes that --compare does not name where they are the attempt, nor one that does the same."""
    for file in problem.mistakes:
        found = play.compare(problem, problem.reference, file)
        # One that is lost on the way has shown nothing to go by.
        if isinstance(found, Difference) and not found.lost and known_mistake(problem, file, found) is None:
            yield Fault(
                f"--compare does not name {short(file)} where it is the attempt",
                "let it do the same in each process, such as print no address, and be within the time limit throughout",
                script(problem, found.index),
            )


def _stub(problem: Problem, items: list[pytest.Item]) -> Iterator[Fault]:
    verdict = supervise.judge(items, problem, problem.stub, "stub.py")
    for test in verdict.tests:
        said = " ".join(test.failure.lines(verdict.file)) if test.failure else ""
        if test.status == "pass":
            yield Fault(f"the stub passes {test.test.name}", "have the test ask for something")
        elif NOT_WRITTEN not in said:
            step = 'have each function raise NotImplementedError("NAME is not written yet")'
            yield Fault(f"the stub fails {test.test.name} otherwise than by saying that it is not written", step)


def _quoted_apart(problem: Problem, mistake: Path, index: int) -> str:
    def quoted() -> str:
        if forks():
            signal.alarm(_PATIENCE)  # It is a mistake, after all.
        return _quoted(problem, mistake, index)

    try:
        return apart(quoted)
    except Gone:
        return "nothing"


def _quoted(problem: Problem, mistake: Path, index: int) -> str:
    """Return the rule that --compare quotes for what `mistake` does on the scenario with that index."""
    space, public = scenarios_module(problem), public_names(problem.stub)
    right, wrong = load(problem.reference, public), load(mistake, public)
    for before in (_BEFORE, index):
        scenarios = itertools.islice(space.scenarios(), max(index - before, 0), index + 1)
        for scenario in scenarios:
            got = space.observe(wrong, scenario)
        seen = plain(space.observe(right, scenario)), plain(got)
        if not same(*seen):
            break  # Else it differs only for what it has kept since long before.
    return str(space.rule(scenario, *seen))


def script(problem: Problem, index: int) -> tuple[str, ...]:
    """Return the scenario with that index in words."""
    space = scenarios_module(problem)
    return tuple(space.conversation(next(itertools.islice(space.scenarios(), index, None))))
