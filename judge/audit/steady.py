"""Check `steady`: the same verdicts in any order, each test alone, with any hash seed, and with -O."""

import functools
import json
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.audit.answers import script
from judge.audit.disguises import disguises
from judge.audit.fault import Fault
from judge.audit.files import short
from judge.audit.model import Model
from judge.audit.trial import Solution, first_failures, passes
from judge.child import put
from judge.fingerprint import fingerprint
from judge.loading import load, public_names
from judge.problem import Problem
from judge.referee import apart
from judge.seal import SCRIPTS

_ORDERS = 3  # at random, besides the reverse
_MISTAKES = 12  # whose outcomes are compared
_WAYS = {"hash seed 0": ("0",), "hash seed 1": ("1",), "hash seed 2": ("2",), "python -O": ("0", "-O")}


def faults(problem: Problem, items: list[pytest.Item], quick: bool = False) -> Iterator[Fault]:
    """Yield what changes a verdict and should not; a `quick` look runs no test alone, and all with one hash seed."""
    right = Solution.read(problem.reference)
    backwards = range(len(items) - 1, -1, -1)
    orders = [backwards, *(random.Random(seed).sample(backwards, len(items)) for seed in range(_ORDERS))]
    for failed in dict.fromkeys(first_failures(items, problem, right, orders)):
        if failed is not None:
            yield Fault(f"{items[failed].name} fails in another order", "let it keep nothing, and need nothing kept")
    yield from _disguised(problem, items, 11 if quick else 1)
    if not quick:
        for item in apart(lambda: _failing_alone(problem, items)):
            yield Fault(f"{item} fails when it is run alone", "let it need nothing of the tests before it")
        yield from _other_ways(problem)


def _failing_alone(problem: Problem, items: list[pytest.Item]) -> list[str]:
    """Return the names of the tests that fail in a process in which no other has run."""
    put(items[0].config, problem.reference, load(problem.reference, public_names(problem.stub)))
    return [item.name for item in items if apart(functools.partial(passes, [item])) != [True]]


def _disguised(problem: Problem, items: list[pytest.Item], stride: int) -> Iterator[Fault]:
    model = Model(problem, problem.reference, stride)
    for what, source in disguises(problem):
        changed = Solution(problem.reference, source.encode())
        (failed,) = first_failures(items, problem, changed, [range(len(items))])
        if failed is not None:
            yield Fault(f"{items[failed].name} leans on {what}, those of the reference", "ask for what the spec fixes")
        elif (index := model.first_difference(changed)) is not None:
            step = "have observe() leave it out, or fix it in the spec"
            yield Fault(f"scenario {index} leans on {what}, those of the reference", step, script(problem, index))


def _other_ways(problem: Problem) -> Iterator[Fault]:
    """Compare the outcomes of whole processes that differ in one setting."""
    running = {way: _started(problem, *settings) for way, settings in _WAYS.items()}
    told = {}
    for way, process in running.items():
        out, err = process.communicate()
        if process.returncode:
            yield Fault(f"the tests cannot be run with {way}", "mend that", tuple(err.splitlines()[-3:]))
        else:
            told[way] = json.loads(out)
    first = next(iter(told), None)
    for way in told:
        differing = [name for name in told[way] if told[way][name] != told[first][name]] if first else []
        if differing:
            yield Fault(f"with {way} the outcome of {differing[0]} is another than with {first}", "find out why")


def _started(problem: Problem, seed: str, *options: str) -> subprocess.Popen[str]:
    command = [sys.executable, *options, "-m", "judge.audit.work", problem.name, "outcomes"]
    return subprocess.Popen(
        command,
        cwd=problem.root,
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )


def outcomes(problem: Problem, items: list[pytest.Item]) -> dict[str, str | None]:
    """Return the first test that a number of solutions fail, and what the reference does in a sample of scenarios."""
    wrong = problem.mistakes
    some = wrong[:: max(len(wrong) // _MISTAKES, 1)]
    files: list[Path] = [problem.reference, problem.stub, *problem.alternatives, *some]
    found: dict[str, str | None] = {}
    for file in files:
        (failed,) = first_failures(items, problem, Solution.read(file), [range(len(items))])
        found[short(file)] = None if failed is None else items[failed].name
    return {**found, "the scenarios": fingerprint(problem, problem.reference, SCRIPTS).answer()[0].digest.hex()}
