"""One clock for all that an attempt does: whatever it hangs in, its verdict comes in time."""

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from judge import seal, supervise
from judge.explain import NOT_RUN, TOO_SLOW
from judge.verdict import Test as Known

TESTS = tuple(Known(f"test_{number}", "R1", len) for number in range(3))
LOADED = {"loaded": True}
HANGS = 1_000.0  # seconds


class Inbox:
    """A child that sends each report after so many seconds of a clock that nobody waits for."""

    is_closed = False
    running = SimpleNamespace(ended=lambda within=0.0: False)

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *script: tuple[float, dict[str, Any]]) -> None:
        self.script = list(script)
        self.now = 100.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)

    def next_report(self, seconds: float) -> dict[str, Any] | None:
        takes, report = self.script.pop(0)
        self.now += min(takes, seconds)
        return report if takes <= seconds else None

    def take_output(self) -> str:
        return ""


def passed(index: int) -> dict[str, Any]:
    return {"finish": index, "outcome": "pass", "failure": None, "seconds": 0.1, "more": True}


def heard(inbox: Inbox) -> tuple[supervise._Trial, list[str], float]:
    """Return the trial, what became of each test, and how many seconds it took."""
    began = inbox.now
    trial = supervise._Trial(TESTS, Path("attempt.py"), 2.0)
    trial.begin()
    trial.hear(inbox)  # type: ignore[arg-type]  # it stands for one
    told = [test.failure.sentence if test.failure else test.status for test in trial.verdicts()]
    return trial, [str(text) for text in told], inbox.now - began


def test_a_test_that_patience_cuts_short_counts_as_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    inbox = Inbox(monkeypatch, (4.5, LOADED), (0.1, passed(0)), (HANGS, {}))
    trial, told, seconds = heard(inbox)
    assert told == ["pass", NOT_RUN, NOT_RUN]
    assert trial.over
    assert seconds == pytest.approx(supervise.PATIENCE)


def test_a_report_in_the_moment_in_which_patience_ends_is_not_followed_by_the_canary(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    inbox = Inbox(monkeypatch, (4.5, LOADED), (2.0, passed(0)), (0.1, passed(1)))
    trial, told, _ = heard(inbox)
    assert told == ["pass", NOT_RUN, NOT_RUN]
    assert trial.deceived is None


def test_the_first_test_is_blamed_itself_where_patience_cuts_it_short(monkeypatch: pytest.MonkeyPatch) -> None:
    _, told, seconds = heard(Inbox(monkeypatch, (4.9, LOADED), (HANGS, {})))
    assert told == [TOO_SLOW, NOT_RUN, NOT_RUN]
    assert seconds == pytest.approx(supervise.PATIENCE)


def test_a_test_that_takes_all_its_own_time_is_too_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    _, told, seconds = heard(Inbox(monkeypatch, (0.1, LOADED), (0.1, passed(0)), (HANGS, {})))
    assert told[1] == TOO_SLOW
    assert seconds == pytest.approx(0.2 + 2.0 + supervise.GRACE)


@pytest.mark.parametrize(("import_takes", "most"), [(4.5, 6.4 + supervise.CANARY), (0.1, supervise.PATIENCE)])
def test_a_canary_that_hangs_gets_what_is_left_and_a_second_at_least(
    monkeypatch: pytest.MonkeyPatch, import_takes: float, most: float
) -> None:
    tests = [(0.1, passed(0)), (1.0, passed(1)), (0.8, passed(2))]
    trial, _, seconds = heard(Inbox(monkeypatch, (import_takes, LOADED), *tests, (HANGS, {})))
    assert trial.deceived == TOO_SLOW
    assert seconds == pytest.approx(most)


def test_the_latest_canary_leaves_the_replay_its_time() -> None:
    latest = supervise.PATIENCE + supervise.CANARY
    assert latest + seal._AT_LEAST < seal._IN_ALL < 10
