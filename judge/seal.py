"""Confirms a pass from outside: the attempt plays some scripts in a second process, and another one compares.

The tests run in the attempt's own process, where Python keeps nothing safe: whoever rewrites pytest in memory can make
them report what he likes. To get past this module as well, an attempt would have to behave like the reference.
"""

import hashlib
import time
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from judge import play, sandbox, supervise
from judge.fingerprint import Fingerprint, fingerprint, leaves
from judge.loading import Unjudgeable, compile_ahead, read_source
from judge.play import Difference
from judge.player import Sample, Scenario, keep_sample, scenarios_module
from judge.problem import Problem
from judge.referee import Errand
from judge.start import forks
from judge.verdict import Verdict

# The shortest ones show most mistakes; those in between, what only comes of a longer history.
SCRIPTS = Sample(first=150, every=499)
_IN_ALL = 9.5  # seconds that the tests and the replay may take together
_AT_LEAST = 1.5  # seconds for the replay, however long the tests took
_START_UP = 6.0  # seconds more where no process is a fork: each interpreter has to start first
_GOES = 3  # at a file that is saved again while it is judged


def judge(items: list[pytest.Item], problem: Problem, attempt: Path, shown_as: str) -> Verdict:
    """Judge the file `attempt` by `items`, the collected tests of `problem`, and confirm a pass.

    A file that is saved again meanwhile is judged again, for its tests and its replay were not of the same code.
    """
    _anticipate(problem)
    for _ in range(_GOES):
        digest = digest_of(attempt)
        verdict = confirm(supervise.judge(items, problem, attempt, shown_as), problem, attempt)
        if digest_of(attempt) == digest:
            return replace(verdict, digest=digest)
    return replace(verdict, message=CHANGED.format(file=attempt.name), unconfirmed=True)


def digest_of(file: Path) -> str | None:
    """Return the SHA-256 of the content of `file`, None where it cannot be judged."""
    try:
        return hashlib.sha256(read_source(file)).hexdigest()
    except Unjudgeable:
        return None


def confirm(verdict: Verdict, problem: Problem, attempt: Path) -> Verdict:
    """Return `verdict`, or for a pass that the first scripts belie one that says so.

    Where the reference was taken away, as for an exam, there is nothing to confirm with and the verdict stands.
    """
    reference = problem.reference
    if verdict.status != "pass" or not reference.is_file():
        return verdict
    expected = _fingerprint(problem)  # What the reference takes is not the attempt's time.
    ends = time.monotonic() + max(_IN_ALL - verdict.seconds, _AT_LEAST) + (0 if forks() else _START_UP)
    # The usual case in a third of the time: one process, which plays the attempt.
    if leaves(problem, attempt, expected, ends - time.monotonic()):
        return verdict
    late = replace(verdict, message=_LATE, unconfirmed=True)
    if time.monotonic() >= ends:
        return late
    try:
        found = play.compare(problem, reference, attempt, most=SCRIPTS, seconds=ends - time.monotonic())
    except Unjudgeable as fault:
        if time.monotonic() >= ends:
            return late
        return replace(verdict, message=f"All tests reported a pass, but then: {fault}", unconfirmed=True)
    if isinstance(found, Difference):
        if found.lost and time.monotonic() >= ends:
            return late
        script = "; ".join(scenarios_module(problem).conversation(found.scenario))
        belied = f"All tests reported a pass, but in a replay the attempt {found.lost}." if found.lost else _BELIED
        return replace(verdict, message=f"{belied} The script: {script}", unconfirmed=True)
    return verdict


def prepare(problem: Problem) -> None:
    """Do now what every later pass at `problem` needs, for processes that are forked of this one."""
    sandbox.prepare(problem.root)
    compile_ahead(problem.stub)
    if problem.reference.is_file():
        _fingerprint(problem)


def _anticipate(problem: Problem) -> None:
    """Have the reference play while the tests run: whoever passes need not wait for it."""
    reference = problem.reference
    if reference.is_file() and _key(problem) not in _known | _awaited:
        for old in [key for key in _awaited if key[0].__name__ == scenarios_module(problem).__name__]:
            _awaited.pop(old).stop()  # It plays what is no more.
        _awaited[_key(problem)] = fingerprint(problem, reference, SCRIPTS)


def _fingerprint(problem: Problem) -> Fingerprint:
    """Return the fingerprint of the reference, taken once for as long as nothing of the problem changes."""
    key = _key(problem)
    if key not in _known:
        _anticipate(problem)
        _known[key], scenarios = _awaited.pop(key).answer()
        keep_sample(scenarios_module(problem), SCRIPTS, scenarios)
    return _known[key]


def _key(problem: Problem) -> tuple[ModuleType, int]:
    # Watching loads the scenarios anew where they have changed, which makes another module of them.
    return scenarios_module(problem), problem.reference.stat().st_mtime_ns


_known: dict[tuple[ModuleType, int], Fingerprint] = {}
_awaited: dict[tuple[ModuleType, int], Errand[tuple[Fingerprint, list[Scenario]]]] = {}


CHANGED = "{file} was saved again and again while it was judged; run this again when it is at rest."
_LATE = (
    "All tests reported a pass, but the replay that confirms it did not end in time: the attempt is too slow, or this "
    "machine is too busy. Run this again when it has less to do."
)
_BELIED = (
    "All tests reported a pass, but on a script the attempt does not do what the reference does. "
    "Either it interfered with the judge, or the tests have a hole: --compare shows the script."
)
