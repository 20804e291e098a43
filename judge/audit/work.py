"""Some parts of the audit of one problem, in a process of their own: ``python -m judge.audit.work problem_119 steady``.

It prints what was found as one line of JSON, from which `judge.audit.command` puts the whole together.
"""

import functools
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict

import pytest

from judge.audit import answers, branches, contract, folder, mutation, steady, ties, timing
from judge.audit.fault import Fault, Findings
from judge.cli import ROOT
from judge.faults import UserError
from judge.problem import Problem, find
from judge.session import collect

# Set to a number: so many mutants of each solution are tried; of the scenarios, the mutants that pass and the
# alternatives play one in so many. An audit with neither is the whole one.
MUTANTS, STRIDE = "RUNNER_AUDIT_MUTANTS", "RUNNER_AUDIT_STRIDE"
_FEWER = 3  # one mistake in so many plays the replay in a quick audit

Items = list[pytest.Item]
Make = Callable[[Problem, Items, Findings], None]


def _number(variable: str) -> int | None:
    return int(os.environ[variable]) if os.environ.get(variable) else None


def _read(problem: Problem, _: Items, found: Findings) -> None:
    found.made("folder", list(folder.faults(problem)))
    found.made("contract", list(contract.faults(problem)))


def _tests(problem: Problem, items: Items, found: Findings) -> None:
    found.made("ties", list(ties.faults(problem, items)))
    found.made("branches", list(branches.faults(problem, items)))
    found.made("time", list(timing.faults(problem, items)))


def _answers(problem: Problem, items: Items, found: Findings) -> None:
    every = _FEWER if _number(MUTANTS) else 1
    found.made("answers", list(answers.faults(problem, items, _number(STRIDE) or 1, every)))


def _names(problem: Problem, _: Items, found: Findings) -> None:
    # It takes as long as half of all the rest.
    found.made("answers", [] if _number(STRIDE) else list(answers.nameless(problem)))


def _steady(problem: Problem, items: Items, found: Findings) -> None:
    found.made("steady", list(steady.faults(problem, items, quick=_number(STRIDE) is not None)))


def _mutants(number: int, problem: Problem, items: Items, found: Findings) -> None:
    solutions = mutation.mutated(problem)
    if number < len(solutions):
        faults, counts = mutation.faults(problem, items, solutions[number], _number(MUTANTS), _number(STRIDE) or 1)
        found.mutants += counts
        found.made("mutants", faults)


# Each with the checks that it makes, whole or in part; those that take longest come first.
PARTS: dict[str, tuple[tuple[str, ...], Make]] = {
    **{
        f"mutants-{number}": (("mutants",), functools.partial(_mutants, number))
        for number in range(1 + mutation.ALTERNATIVES)
    },
    "names": (("answers",), _names),
    "steady": (("steady",), _steady),
    "answers": (("answers",), _answers),
    "tests": (("ties", "branches", "time"), _tests),
    "read": (("folder", "contract"), _read),
}


def main(problem: Problem, parts: Sequence[str]) -> None:
    """Print what `parts` of the audit of `problem` find; a part called ``outcomes`` is for the check `steady`."""
    if list(parts) == ["outcomes"]:
        told: object = collect(problem, lambda items: steady.outcomes(problem, items))
    else:
        told = asdict(_made(problem, parts))
    print(json.dumps(told))


def _made(problem: Problem, parts: Sequence[str]) -> Findings:
    found = Findings()

    def make(items: Items) -> bool:
        for part in parts:
            PARTS[part][1](problem, items, found)
        return True

    try:
        collect(problem, make)
    except UserError as fault:
        first, *more = str(fault).splitlines()
        broken = Fault(first.rstrip("."), "mend that first", tuple(more[-12:]))
        return Findings({check: [broken] for part in parts for check in PARTS[part][0]})
    return found


if __name__ == "__main__":
    main(find(ROOT, sys.argv[1]), sys.argv[2:])
