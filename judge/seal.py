"""Confirms a pass from outside: the attempt plays some scripts in a second process, and another one compares.

The tests run in the attempt's own process, where Python keeps nothing safe: whoever rewrites pytest in memory can make
them report what he likes. To get past this module as well, an attempt would have to behave like the reference.
"""

import time
from dataclasses import replace
from functools import cache
from pathlib import Path

from judge import play
from judge.fingerprint import Fingerprint, fingerprint, leaves
from judge.loading import Unjudgeable
from judge.play import Difference
from judge.player import Sample, scenarios_module
from judge.problem import Problem
from judge.verdict import Verdict

# The shortest ones show most mistakes; those in between, what only comes of a longer history.
SCRIPTS = Sample(first=300, every=97)
_IN_ALL = 9.5  # seconds that the tests and the replay may take together


def confirm(verdict: Verdict, problem: Problem, attempt: Path) -> Verdict:
    """Return `verdict`, or for a pass that the first scripts belie one that says so.

    Where the reference was taken away, as for an exam, there is nothing to confirm with and the verdict stands.
    """
    reference = problem.solutions / "reference.py"
    if verdict.status != "pass" or not reference.is_file():
        return verdict
    ends = time.monotonic() + _IN_ALL - verdict.seconds
    # The usual case in a third of the time: one process, which plays the attempt.
    if leaves(problem, attempt, _fingerprint(problem, reference), ends - time.monotonic()):
        return verdict
    try:
        found = play.compare(problem, reference, attempt, most=SCRIPTS, seconds=ends - time.monotonic())
    except Unjudgeable as fault:
        return replace(verdict, message=f"All tests reported a pass, but then: {fault}", unconfirmed=True)
    if isinstance(found, Difference):
        script = "; ".join(scenarios_module(problem).conversation(found.scenario))
        belied = f"All tests reported a pass, but in a replay the attempt {found.lost}." if found.lost else _BELIED
        return replace(verdict, message=f"{belied} The script: {script}", unconfirmed=True)
    return verdict


@cache
def _fingerprint(problem: Problem, reference: Path) -> Fingerprint:
    return fingerprint(problem, reference, SCRIPTS)


_BELIED = (
    "All tests reported a pass, but on a script the attempt does not do what the reference does. "
    "Either it interfered with the judge, or the tests have a hole: --compare shows the script."
)
