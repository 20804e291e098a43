"""Workers: every task is answered, whatever becomes of the process that does it."""

import os
import signal
import sys
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from judge import crew
from judge.crew import Lost, done
from judge.worker import Work


def answers(work: Work, count: int, jobs: int) -> dict[int, bytes | Lost]:
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


def test_task_that_exits_without_a_result_is_lost() -> None:
    assert answers(lambda number: os._exit(0), 1, 1) == {0: Lost("ended with exit status 0")}


def test_nothing_of_one_task_is_in_the_memory_of_the_next() -> None:
    kept: list[int] = []

    def work(number: int) -> bytes:
        kept.append(number)
        return repr(kept).encode()

    assert answers(work, 3, 1) == {number: b"[%d]" % number for number in range(3)}


def test_what_a_worker_prepares_is_there_for_all_its_tasks() -> None:
    prepared: list[int] = []
    results = dict(done(lambda number: repr(prepared).encode(), 3, 1, lambda: prepared.append(os.getpid())))

    assert len(set(results.values())) == 1
    assert prepared == []


def test_preparation_that_fails_costs_no_task() -> None:
    def fail() -> None:
        raise OSError("no room")

    assert dict(done(lambda number: b"done", 2, 1, fail)) == dict.fromkeys(range(2), b"done")


def test_workers_end_when_nobody_waits_for_more() -> None:
    results = done(lambda number: b"%d" % os.getppid(), 100, 2)
    _, worker = next(results)
    results.close()

    assert isinstance(worker, bytes)
    assert not runs(int(worker))


def test_tasks_under_way_end_when_nobody_waits_for_more(tmp_path: Path) -> None:
    def work(number: int) -> bytes:
        if number:
            (tmp_path / "new").write_text(str(os.getpid()))
            (tmp_path / "new").rename(tmp_path / "pid")
            time.sleep(60)
        return b"done"

    results = done(work, 2, 2)
    next(results)
    wait_for(tmp_path / "pid")
    results.close()

    assert ended([int((tmp_path / "pid").read_text())])


@pytest.mark.skipif(sys.platform != "linux", reason="Only there does a process end with its parent.")
def test_tasks_under_way_end_with_the_command(tmp_path: Path) -> None:
    def work(number: int) -> bytes:
        (tmp_path / "new").write_text(f"{os.getppid()} {os.getpid()}")
        (tmp_path / "new").rename(tmp_path / "pids")
        time.sleep(60)
        return b"done"

    command = os.fork()
    if command == 0:
        list(done(work, 1, 1))
        os._exit(0)
    wait_for(tmp_path / "pids")
    os.kill(command, signal.SIGKILL)
    os.waitpid(command, 0)

    assert ended(map(int, (tmp_path / "pids").read_text().split()))


def wait_for(file: Path) -> None:
    deadline = time.monotonic() + 20
    while not file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def ended(pids: Iterable[int]) -> bool:
    """Tell whether all these processes have ended, or do so in a moment."""
    deadline = time.monotonic() + 2
    left = list(pids)
    while left and time.monotonic() < deadline:
        left = [pid for pid in left if runs(pid)]
        time.sleep(0.005)
    return not left


def runs(pid: int) -> bool:
    """Tell whether a process is there, and not only what is left of it until somebody asks how it ended."""
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[:1]
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()


def test_workers_handle_signals_as_a_fresh_command_would() -> None:
    def work(number: int) -> bytes:
        usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
        return b"%d%d" % (usual, signal.getsignal(signal.SIGTERM) is signal.SIG_DFL)

    assert answers(work, 1, 1) == {0: b"11"}
