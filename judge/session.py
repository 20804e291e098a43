"""One pytest session per problem: it collects the tests before any candidate's code is loaded."""

import contextlib
import io
import os
import sys
from collections.abc import Callable
from typing import TypeVar

import pytest

from judge import protocol
from judge.faults import UserError
from judge.plugin import rule_of
from judge.problem import Problem
from judge.verdict import Test

Result = TypeVar("Result")

# What the judge does by itself (capture, warnings, reports) or has no use for; leaving these out also saves start-up
# time. Plug-ins that happen to be installed stay out too, so that every machine judges alike.
_LEFT_OUT = (
    *("cacheprovider", "doctest", "faulthandler", "junitxml", "legacypath", "logging", "pastebin", "recwarn"),
    *("setuponly", "setupplan", "stepwise", "threadexception", "unittest", "unraisableexception", "warnings"),
)

# Variables that pytest itself sets while it runs, as around the project's own tests; they change nothing.
_PYTESTS_OWN = ("PYTEST_CURRENT_TEST", "PYTEST_VERSION")


_TEST = pytest.StashKey[Test]()


class _Collected:
    """The plug-in that takes over where pytest would run the tests."""

    def __init__(self, then: Callable[[list[pytest.Item]], object]) -> None:
        self.then = then
        self.stdout = sys.stdout
        self.result: object = None
        self.raised: BaseException | None = None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True  # A broken test file: pytest has said so, and collect() passes it on.
        with contextlib.redirect_stdout(self.stdout):
            try:
                self.result = self.then(session.items)
            except BaseException as error:
                # pytest would make a report of it; whoever called collect() knows better what to do.
                self.raised = error
        return True


def collect(problem: Problem, then: Callable[[list[pytest.Item]], Result]) -> Result:
    """Collect the tests of `problem`, call `then` with the items inside the live session, and return its result.

    Raises what `then` raises, and UserError where the test file itself cannot be collected.
    """
    plugin = _Collected(then)
    arguments = [str(problem.tests), "--rootdir", str(problem.root), "-c", str(problem.root / "pyproject.toml"), "-sq"]
    for name in _LEFT_OUT:
        arguments += ["-p", f"no:{name}"]
    # Neither what else is installed nor what a shell profile sets may change a verdict.
    for name in [name for name in os.environ if name.startswith("PYTEST_") and name not in _PYTESTS_OWN]:
        del os.environ[name]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        status = pytest.main(arguments, plugins=[plugin, protocol])
    if plugin.raised is not None:
        raise plugin.raised
    if status == pytest.ExitCode.INTERRUPTED and plugin.result is None and "KeyboardInterrupt" in said.getvalue():
        raise KeyboardInterrupt
    if plugin.result is None:
        reason = said.getvalue().strip() or f"pytest ended with status {status}"
        raise UserError(f"The tests of {problem.name} cannot be collected; restore the folder with git.\n{reason}")
    return plugin.result  # type: ignore[return-value]  # it is what `then` returned


def known_tests(items: list[pytest.Item]) -> tuple[Test, ...]:
    """Return what is known of the collected tests, in the order of the test file."""
    return tuple(_known(item) for item in items if isinstance(item, pytest.Function))


def _known(item: pytest.Function) -> Test:
    # Looked up once in a session: a cohort asks for all of them at every candidate.
    if _TEST not in item.stash:
        item.stash[_TEST] = Test(item.name, rule_of(item) or "", item.function)
    return item.stash[_TEST]
