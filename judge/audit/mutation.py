"""Check `mutants`: whatever behaves differently from a right answer by one small change fails a test."""

import ast
import difflib
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.audit.answers import script
from judge.audit.fault import Fault, Mutants
from judge.audit.files import short
from judge.audit.model import Model
from judge.audit.mutants import Mutant, mutants
from judge.audit.trial import OF_A_MUTANT, Solution, first_failures
from judge.problem import Problem

ALTERNATIVES = 2  # of them, besides the reference, have mutants


def mutated(problem: Problem) -> list[Path]:
    """Return the solutions of which mutants are made: the reference, and the shortest of the alternatives."""
    others = sorted(problem.alternatives, key=lambda file: file.stat().st_size)
    return [problem.reference, *others[:ALTERNATIVES]]


def faults(
    problem: Problem, items: list[pytest.Item], file: Path, most: int | None, stride: int
) -> tuple[list[Fault], Mutants]:
    """Return the holes that the mutants of `file` show, and how all of them came out.

    At most `most` are tried, and those that pass the tests play every `stride`-th scenario.
    """
    source = file.read_text(encoding="utf-8")
    found, counts = [], Mutants()
    model = Model(problem, file, stride)
    order = list(range(len(items)))
    for mutant in _some(list(mutants(source)), most):
        counts += Mutants(tried=1)
        solution = Solution(file, mutant.source.encode())
        (failed,) = first_failures(items, problem, solution, [order], OF_A_MUTANT)
        if failed is not None:
            counts += Mutants(caught=1)
            # The test that has caught this one is the likeliest to catch the next.
            order.remove(failed)
            order.insert(0, failed)
        elif (index := model.first_difference(solution, enough=OF_A_MUTANT)) is None:
            counts += Mutants(same=1)
        else:
            counts += Mutants(holes=1)
            found.append(_hole(problem, file, source, mutant, index))
    return found, counts


def _some(all_mutants: list[Mutant], most: int | None) -> list[Mutant]:
    """Return at most `most` of the mutants, spread evenly over the file."""
    count = len(all_mutants)
    if most is None or most >= count:
        return all_mutants
    return [all_mutants[position * count // most] for position in range(most)]


def _hole(problem: Problem, file: Path, source: str, mutant: Mutant, index: int) -> Fault:
    return Fault(
        f"{short(file)}, line {mutant.line}: {mutant.what}, and every test passes",
        "write a test that fails on this script",
        (*_difference(source, mutant.source), "", *script(problem, index)),
    )


def _difference(source: str, changed: str) -> Iterator[str]:
    lines = ast.unparse(ast.parse(source)).splitlines(), changed.splitlines()
    for line in list(difflib.unified_diff(*lines, lineterm="", n=1))[2:]:
        if not line.startswith("@@"):
            yield line
