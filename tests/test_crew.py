"""Workers: every task is answered, whatever becomes of the process that does it."""

import os
import signal
from pathlib import Path

import pytest

from judge import crew
from judge.crew import Lost, done


def answers(work: crew.Work, count: int, jobs: int) -> dict[int, bytes | Lost]:
    found = list(done(work, count, jobs))
    assert sorted(number for number, _ in found) == list(range(count))
    return dict(found)


@pytest.mark.parametrize("jobs", [1, 3])
def test_every_task_is_answered_once(jobs: int) -> None:
    assert answers(lambda number: b"%d" % number * 70_000, 7, jobs) == {n: b"%d" % n * 70_000 for n in range(7)}


def test_no_tasks_need_no_workers() -> None:
    assert answers(lambda number: b"", 0, 4) == {}


def test_worker_that_dies_costs_nothing_if_the_second_go_succeeds(tmp_path: Path) -> None:
    def work(number: int) -> bytes:
        if number == 1 and not (tmp_path / "tried").exists():
            (tmp_path / "tried").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return b"done"

    assert answers(work, 4, 2) == dict.fromkeys(range(4), b"done")


def test_task_whose_worker_dies_twice_is_lost_and_no_other(tmp_path: Path) -> None:
    def work(number: int) -> bytes:
        if number == 1:
            with (tmp_path / "goes").open("a") as goes:
                goes.write("x")
            os.kill(os.getpid(), signal.SIGKILL)
        return b"done"

    found = answers(work, 4, 1)
    assert found.pop(1) == Lost("was ended by signal 9, Killed (as happens when memory runs out)")
    assert found == dict.fromkeys((0, 2, 3), b"done")
    assert (tmp_path / "goes").read_text() == "xx"


def test_worker_that_exits_is_told_from_one_that_was_killed() -> None:
    assert answers(lambda number: os._exit(3), 1, 1) == {0: Lost("ended with exit status 3")}


def test_task_that_raises_is_lost_with_what_and_where() -> None:
    def work(number: int) -> bytes:
        raise OSError("no room")

    found = answers(work, 1, 1)[0]
    assert isinstance(found, Lost)
    assert found.why.startswith("stumbled: OSError: no room (test_crew.py:")


def test_worker_that_never_answers_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crew, "STALLED", 0.05)
    monkeypatch.setattr(crew, "TICK", 0.01)

    def work(number: int) -> bytes:
        if number == 0:
            os.kill(os.getpid(), signal.SIGSTOP)
        return b"done"

    found = answers(work, 2, 1)
    assert isinstance(found[0], Lost)
    assert found[1] == b"done"


def test_workers_end_when_nobody_waits_for_more() -> None:
    results = done(lambda number: b"%d" % os.getpid(), 100, 2)
    _, worker = next(results)
    results.close()

    assert isinstance(worker, bytes)
    with pytest.raises(ProcessLookupError):
        os.kill(int(worker), 0)


def test_workers_handle_signals_as_a_fresh_command_would() -> None:
    def work(number: int) -> bytes:
        usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        return b"%d%d" % (usual, signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)

    assert answers(work, 1, 1) == {0: b"11"}
