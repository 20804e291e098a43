"""Check `ties`: no rule without a test and a mistake, no test or mistake without a rule, each under its own."""

from collections.abc import Iterator

import pytest

from judge.audit.fault import Fault
from judge.audit.files import breaks, short
from judge.audit.trial import Solution, first_failures
from judge.plugin import rule_of
from judge.problem import Problem


def faults(problem: Problem, items: list[pytest.Item]) -> Iterator[Fault]:
    """Yield each rule, test and mistake that lacks its counterpart."""
    tests = [(item.name, rule_of(item)) for item in items]
    for name, rule in tests:
        if rule not in problem.rules:
            yield Fault(f"{name} checks {rule or 'no rule'}, which spec.md does not have", "mark it with its rule")
    broken = {rule for mistake in problem.mistakes for rule in breaks(mistake)}
    for rule in problem.rules:
        if rule not in [its for _, its in tests]:
            yield Fault(f"{rule} has no test", "write one, or take the rule out")
        if rule not in broken:
            yield Fault(f"{rule} has no mistake that breaks it", "write one, as somebody would make it")
    for mistake in problem.mistakes:
        named = breaks(mistake)
        if not named or set(named) - set(problem.rules):
            yield Fault(f"{short(mistake)} breaks {', '.join(named) or 'no rule'}", "name rules of spec.md in BREAKS")
            continue
        groups = [[index for index, (_, its) in enumerate(tests) if its == rule] for rule in named]
        failed = first_failures(items, problem, Solution.read(mistake), groups)
        for rule, index in zip(named, failed, strict=True):
            if index is None:
                yield Fault(f"{short(mistake)} passes every test of {rule}", "add a test, or take the rule off BREAKS")
