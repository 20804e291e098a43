"""Runs a collected test by a shorter way than pytest's own, with the same outcome.

A test of this bank takes the `solution` and its parameters, and little else. For such a test pytest would spend most of
the time on fixtures and hooks that have nothing to do. Whatever asks for more than that is left to pytest itself, but
for the time limit, which is pytest-timeout's only where pytest runs without the judge.
"""

import functools
import inspect

import pytest

from judge.limit import limited
from judge.plugin import public_of, solution_of

REPORTER = "judge-reporter"  # the plug-in that takes down outcomes; without one, pytest runs the test as it always does
_ENDING = (pytest.exit.Exception, KeyboardInterrupt)
_GIVEN = pytest.StashKey[dict[str, object]]()  # the parameters of a test that can go the shorter way
_LIMIT = pytest.StashKey[float | None]()  # seconds, of any test


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "timeout(seconds): how long a test may take")  # pytest-timeout is left out.


def pytest_collection_finish(session: pytest.Session) -> None:
    """Look up once, before anything is forked, what every run of a test would look up again."""
    for item in session.items:
        _ = item.location
        item.stash[_LIMIT] = _limit(item)
        if isinstance(item, pytest.Function) and _is_plain(item):
            item.stash[_GIVEN] = _parameters(item)
            public_of(item)


def run(item: pytest.Item, following: pytest.Item | None = None) -> None:
    """Run `item` within its time limit; `following` is the test after it, for which pytest may keep fixtures."""
    with limited(item.stash[_LIMIT]):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Run `item` and report its call; None leaves it to pytest."""
    reporter = item.config.pluginmanager.get_plugin(REPORTER)
    given = item.stash.get(_GIVEN, None)
    if reporter is None or given is None or not isinstance(item, pytest.Function):
        return None
    try:
        solution = solution_of(item)
    except pytest.fail.Exception:
        return None
    test = functools.partial(item.obj, solution=solution, **given)
    reporter.pytest_runtest_makereport(item, pytest.CallInfo.from_call(test, when="call", reraise=_ENDING))
    return True


def _limit(item: pytest.Item) -> float | None:
    marker = item.get_closest_marker("timeout")
    return float((*marker.args, marker.kwargs.get("timeout"))[0]) if marker else None


def _is_plain(item: pytest.Function) -> bool:
    """Tell whether `item` is a function of the solution and its own parameters, with no mark that changes that."""
    marks = list(item.iter_markers())
    if any(mark.name not in ("rule", "parametrize", "timeout") for mark in marks):
        return False
    if any(len(mark.args) > 2 or "indirect" in mark.kwargs for mark in marks if mark.name == "parametrize"):
        return False
    wanted = {"solution", *_parameters(item)}
    return (
        inspect.isfunction(item.obj)
        and not inspect.iscoroutinefunction(item.obj)
        and not inspect.isgeneratorfunction(item.obj)
        and set(inspect.signature(item.obj).parameters) == wanted
        and set(item.fixturenames) <= {"request", *wanted}
    )


def _parameters(item: pytest.Function) -> dict[str, object]:
    callspec = getattr(item, "callspec", None)
    return dict(callspec.params) if callspec else {}
