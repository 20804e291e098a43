"""A verdict is of one content of the file, and a pass that a replay did not confirm in time blames nobody."""

import hashlib
import os
import time
from dataclasses import replace
from pathlib import Path

import pytest

from judge import play, seal, supervise
from judge.fingerprint import Fingerprint
from judge.loading import Unjudgeable
from judge.play import Difference
from judge.player import scenarios_module
from judge.problem import Problem, every
from judge.start import forks
from judge.verdict import Test as Known
from judge.verdict import TestVerdict as Told
from judge.verdict import Verdict
from tests.support import ROOT

PROBLEM: Problem = every(ROOT)[0]
PASS = Verdict("problem_001", "attempt.py", (Told(Known("t", "R1", len), "pass"),), 0.1)


@pytest.fixture
def attempt(tmp_path: Path) -> Path:
    (tmp_path / "attempt.py").write_text("x = 1\n")
    return tmp_path / "attempt.py"


@pytest.mark.parametrize(("saves", "status"), [(0, "pass"), (1, "pass"), (2, "pass"), (9, "error")])
def test_a_file_that_is_saved_meanwhile_is_judged_again(
    attempt: Path, monkeypatch: pytest.MonkeyPatch, saves: int, status: str
) -> None:
    goes = 0

    def judge(*_: object) -> Verdict:
        nonlocal goes
        goes += 1
        if goes <= saves:
            attempt.write_text(f"x = {goes + 1}\n")
        return PASS

    monkeypatch.setattr(supervise, "judge", judge)
    monkeypatch.setattr(seal, "_anticipate", lambda _: None)
    monkeypatch.setattr(seal, "confirm", lambda verdict, *_: verdict)
    verdict = seal.judge([], PROBLEM, attempt, "attempt.py")
    assert (verdict.status, goes) == (status, min(saves + 1, 3))
    if status == "pass":
        assert verdict.digest == hashlib.sha256(attempt.read_bytes()).hexdigest()
    else:
        assert "saved again and again" in str(verdict.message)


LOST = Difference(3, {}, {}, None, "takes too long over all scripts")


@pytest.mark.parametrize("found", [LOST, Unjudgeable("The attempt takes too long over all scripts while ...")])
@pytest.mark.parametrize("in_leaves", [True, False])
def test_a_replay_that_ran_out_of_time_blames_nobody(
    attempt: Path, monkeypatch: pytest.MonkeyPatch, found: Difference | Unjudgeable, in_leaves: bool
) -> None:
    now = 100.0

    def late(*_: object, **__: object) -> Difference:
        nonlocal now
        now += 20.0
        if isinstance(found, Unjudgeable):
            raise found
        return found

    def leaves(*_: object) -> bool:
        nonlocal now
        now += 20.0 if in_leaves else 0.0
        return False

    monkeypatch.setattr(seal, "_fingerprint", lambda *_: Fingerprint(seal.SCRIPTS, 0, 0, b""))
    monkeypatch.setattr(seal, "leaves", leaves)
    monkeypatch.setattr(play, "compare", late)
    monkeypatch.setattr(time, "monotonic", lambda: now)
    verdict = seal.confirm(PASS, PROBLEM, attempt)
    assert verdict.status == "error"
    assert "did not end in time" in str(verdict.message)


@pytest.mark.skipif(not forks(), reason="what is not a fork is done at once")
def test_a_reference_that_nobody_waits_for_ends_when_it_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    keys = iter([(scenarios_module(PROBLEM), time) for time in (1, 1, 2, 2)])
    monkeypatch.setattr(seal, "_key", lambda _: next(keys))
    monkeypatch.setattr(seal, "_awaited", {})

    seal._anticipate(PROBLEM)
    (first,) = seal._awaited.values()
    pid = first._pid
    seal._anticipate(PROBLEM)

    (second,) = seal._awaited.values()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    second.stop()


def test_however_long_the_tests_took_the_replay_gets_some_time(attempt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[float] = []

    def leaves(_: object, __: object, ___: object, seconds: float) -> bool:
        given.append(seconds)
        return True

    monkeypatch.setattr(seal, "_fingerprint", lambda *_: None)
    monkeypatch.setattr(seal, "leaves", leaves)
    assert seal.confirm(replace(PASS, seconds=12.0), PROBLEM, attempt).status == "pass"
    assert given[0] > 1.0
