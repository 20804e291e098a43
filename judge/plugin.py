"""The pytest plugin of the bank: the `solution` fixture, the `rule` marker, `--solution FILE`.

It serves the judge and anyone who runs ``pytest problems/problem_119`` in an editor or a debugger alike.
"""

import signal
from collections.abc import Generator
from pathlib import Path
from types import ModuleType

import pytest

from judge.explain import Comparison
from judge.loading import Public, Unjudgeable, load, public_names
from judge.problem import read, read_rules
from judge.solution import Notes, Solution

NOTES = pytest.StashKey[Notes]()
MODULE = pytest.StashKey[dict[str, ModuleType]]()  # by file, as --solution names it or beside the tests
PUBLIC = pytest.StashKey[dict[Path, Public]]()  # what the stub beside a file of tests promises
COMPARED = pytest.StashKey[Comparison | None]()
TRACED = pytest.StashKey[bool]()  # whether notes are to tell the line of a return as well


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--solution", metavar="FILE", help="judge FILE instead of attempt.py")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(id): the rule of spec.md that this test checks")
    config.stash[MODULE] = {}
    config.stash[PUBLIC] = {}
    config.stash[COMPARED] = None
    config.stash[TRACED] = False


def is_of_a_problem(item: pytest.Item) -> bool:
    """Tell whether `item` is a test of a problem, and not one of the project's own."""
    return item.path.name == "test_solution.py"


def rule_of(item: pytest.Item) -> str | None:
    """Return the id of the rule that `item` checks, such as ``R4``."""
    marker = item.get_closest_marker("rule")
    return str(marker.args[0]) if marker and marker.args else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if not hasattr(signal, "SIGALRM"):
        return  # The other method of pytest-timeout ends the whole process; the judge's own clock is enough.
    limits: dict[Path, float] = {}
    for item in filter(is_of_a_problem, items):
        folder = item.path.parent
        limit = limits.get(folder) or limits.setdefault(folder, read(folder).time_limit)
        item.add_marker(pytest.mark.timeout(limit, method="signal"))


@pytest.fixture
def solution(request: pytest.FixtureRequest) -> Solution:
    """The attempt: attempt.py beside the test file, or the file that ``--solution`` names."""
    return solution_of(request.node)


def solution_of(item: pytest.Item) -> Solution:
    """Return the attempt that `item` is to judge, as the fixture does: loaded once, with new notes for each test."""
    notes = item.stash[NOTES] = Notes(item.config.stash[TRACED])
    item.config.stash[COMPARED] = None
    file: str = item.config.option.solution or str(item.path.parent / "attempt.py")
    loaded = item.config.stash[MODULE]
    public = public_of(item)
    if file not in loaded:
        try:
            loaded[file] = load(Path(file).resolve(), public)
        except Unjudgeable as fault:
            pytest.fail(str(fault), pytrace=False)
    return Solution(loaded[file], notes, public.functions)


def public_of(item: pytest.Item) -> Public:
    """Return what the stub beside the file of `item` promises, read once in a session."""
    known = item.config.stash[PUBLIC]
    if item.path not in known:
        known[item.path] = public_names(item.path.parent / "stub.py")
    return known[item.path]


def pytest_assertrepr_compare(config: pytest.Config, op: str, left: object, right: object) -> None:
    """Keep the operands of a failed comparison; how they are shown is decided later."""
    config.stash[COMPARED] = Comparison(op, left, right)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    rule = rule_of(item)
    if report.failed and report.longrepr and rule and is_of_a_problem(item):
        told = read_rules((item.path.parent / "spec.md").read_text(encoding="utf-8")).get(rule)
        if told:
            report.sections.append((f"{rule}, spec.md line {told.line}", told.full))
    return report
