"""Attempts judged in spawned processes: chosen where there is no fork, and with the same outcome."""

import fcntl
import os
import select
import struct
import sys
import termios
from dataclasses import replace
from pathlib import Path

import pytest

from judge import environment, pipe, play, player, spawn, start
from judge.faults import UserError
from judge.job import information
from judge.play import Agreement, Difference
from judge.problem import find, names
from judge.running import ending
from tests.support import ROOT, SOLVED, runner, verdicts_in

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="This system has no fork to compare with.")
needs_posix = pytest.mark.skipif(sys.platform == "win32", reason="This takes away what Windows does not have.")

# What a Windows lacks, taken away from an interpreter before it begins; this is imported by each that is started.
WITHOUT = """
import os, signal, subprocess, select, multiprocessing.connection, random
for name in ("fork", "forkpty", "register_at_fork", "getpgrp", "setpgid", "getuid"):
    vars(os).pop(name, None)
for name in ("SIGALRM", "setitimer", "ITIMER_REAL", "pthread_sigmask"):
    vars(signal).pop(name, None)
"""


# --- Which way is chosen ---------------------------------------------------------------------------------------------


def test_where_there_is_no_fork_processes_are_spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork", raising=False)
    monkeypatch.delenv(start.VARIABLE, raising=False)

    assert not start.forks()


@needs_fork
def test_where_there_is_one_it_is_taken_unless_the_variable_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(start.VARIABLE, raising=False)
    assert start.forks()

    monkeypatch.setenv(start.VARIABLE, "1")
    assert not start.forks()


@needs_fork
def test_without_fork_the_child_is_a_fresh_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")

    running = start.start(lambda: None, _at_once)
    try:
        assert isinstance(running, spawn.Spawned)
    finally:
        running.stop()


# --- The same outcome ------------------------------------------------------------------------------------------------


@needs_fork
def test_both_ways_lead_to_the_same_verdicts(untouched: Path, tmp_path: Path) -> None:
    attempts = tmp_path / "attempts"
    some = names(ROOT)[::3]
    for name in some:
        solutions = ROOT / "solutions" / name
        for file in (solutions / "reference.py", *sorted((solutions / "mistakes").glob("*.py"))[:1]):
            (attempts / file.stem).mkdir(parents=True, exist_ok=True)
            (attempts / file.stem / f"{name}.py").write_bytes(file.read_bytes())

    told = {}
    for way in ("--jobs=2", "--spawn"):
        file = tmp_path / f"{way}.jsonl"
        finished = runner(ROOT, "--cohort", attempts, "--json", file, way)
        assert finished.err == ""
        told[way] = {(verdict["candidate"], verdict["problem"]): _timeless(verdict) for verdict in verdicts_in(file)}

    assert told["--spawn"] == told["--jobs=2"]
    statuses = {key: verdict["status"] for key, verdict in told["--spawn"].items()}
    assert {key for key, status in statuses.items() if status == "pass"} == {("reference", name) for name in some}
    assert set(statuses.values()) == {"pass", "fail"}


def _at_once(ready: start.Ready) -> None:
    ready()


def _timeless(verdict: dict[str, object]) -> dict[str, object]:
    tests = verdict["tests"]
    assert isinstance(tests, list)
    return {**verdict, "seconds": None, "tests": [{**test, "seconds": None} for test in tests]}


@needs_fork
@pytest.mark.parametrize("mistake", ["log_as_a_dict", "one_try_around_the_loop"])
def test_both_ways_find_the_same_script(mistake: str, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = find(ROOT, "069")
    reference, attempt = problem.reference, problem.solutions / "mistakes" / f"{mistake}.py"

    by_fork = play.compare(problem, reference, attempt)
    monkeypatch.setenv(start.VARIABLE, "1")

    assert isinstance(by_fork, Difference)
    assert play.compare(problem, reference, attempt) == by_fork


def test_the_order_of_a_dict_is_no_difference_to_a_spawned_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(start.VARIABLE, "1")
    problem = find(ROOT, "070")
    reference = problem.reference
    turned = tmp_path / "attempt.py"
    turned.write_text(
        reference.read_text(encoding="utf-8") + "\n\nright = run_agent\n\n\ndef run_agent(task, script, *limit):\n"
        "    return dict(reversed(list(right(task, script, *limit).items())))\n",
        encoding="utf-8",
    )

    assert play.compare(problem, reference, turned, most=1_000) == Agreement(1_000)


def test_the_start_of_an_interpreter_is_no_part_of_an_attempts_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(start.VARIABLE, "1")
    monkeypatch.setattr(player, "IMPORT_LIMIT", 0.2)
    problem = replace(find(ROOT, "069"), time_limit=0.2)
    reference = problem.reference
    slow = spawn._wait_until_ready

    def slower(running: spawn.Spawned) -> None:
        slow(running)
        running.ended(within=0.5)

    monkeypatch.setattr(spawn, "_wait_until_ready", slower)

    assert play.compare(problem, reference, reference, most=100) == Agreement(100)


# --- Where the system offers less ------------------------------------------------------------------------------------


@needs_posix
@pytest.mark.parametrize(
    ("source", "status", "said"),
    [
        (SOLVED, "pass", None),
        ("def one_turn(reply, step, max_steps):\n    while True:\n        pass\n", "fail", "time limit ran out"),
        (
            "import os\n\n\ndef one_turn(reply, step, max_steps):\n    os._exit(3)\n",
            "fail",
            "ended the process with exit status 3",
        ),
    ],
    ids=["right", "hanging", "leaving"],
)
def test_a_verdict_comes_without_what_windows_lacks(
    checkout: Path, tmp_path: Path, source: str, status: str, said: str | None
) -> None:
    attempt, verdicts = tmp_path / "attempt.py", tmp_path / "verdicts.jsonl"
    attempt.write_text(source, encoding="utf-8")
    (tmp_path / "less").mkdir()
    (tmp_path / "less/sitecustomize.py").write_text(WITHOUT, encoding="utf-8")
    path = os.pathsep.join([str(tmp_path / "less"), str(checkout)])

    finished = runner(checkout, "1", "--solution", attempt, "--json", verdicts, PYTHONPATH=path)

    assert finished.err == ""
    (verdict,) = verdicts_in(verdicts)
    assert verdict["status"] == status
    assert said is None or said in verdict["tests"][0]["message"]


@needs_posix
def test_pipes_that_cannot_be_waited_for_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = find(ROOT, "069")
    reference = problem.reference
    monkeypatch.setenv(start.VARIABLE, "1")
    monkeypatch.setattr(pipe, "_LOOKS", True)
    monkeypatch.setattr(pipe, "_held", _held)

    assert play.compare(problem, reference, reference, most=1_000) == Agreement(1_000)
    lost = play.compare(problem, reference, problem.solutions / "mistakes/log_as_a_dict.py", most=1_000)
    assert isinstance(lost, Difference)


@needs_posix
def test_what_is_in_a_pipe_is_read_and_its_end_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipe, "_LOOKS", True)
    monkeypatch.setattr(pipe, "_held", _held)
    end, other = os.pipe()

    assert (pipe.ready([end], 0.01), pipe.read(end, 10)) == ([], None)
    os.write(other, b"some bytes")
    assert (pipe.ready([end], 0.01), pipe.read(end, 4), pipe.read(end, 10)) == ([end], b"some", b" bytes")
    os.close(other)
    assert (pipe.ready([end], 0.01), pipe.read(end, 10)) == ([end], b"")
    os.close(end)


def _held(descriptor: int) -> int | None:
    """Return what a Windows would: how many bytes the pipe holds, None at its end."""
    (held,) = struct.unpack("i", fcntl.ioctl(descriptor, termios.FIONREAD, b"\0" * 4))
    return held or (None if select.select([descriptor], [], [], 0)[0] else 0)


def test_the_limits_of_a_job_have_the_size_that_windows_expects() -> None:
    assert len(information(0, processes=1, memory=1 << 30)) == (144 if sys.maxsize > 1 << 32 else 112)


# --- A child's end, and its surroundings -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "said"),
    [
        (None, "is still running"),
        (3, "ended the process with exit status 3"),
        (97, "interfered with the judge"),
        (0xC0000005, "ended the process with exit status 0xc0000005"),
    ],
)
def test_how_a_process_ended_is_the_end_of_a_sentence(code: int | None, said: str) -> None:
    assert ending(code) == said


def test_an_interpreter_that_does_not_get_ready_is_told_with_what_it_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UserError, match=r"(?s)it ended the process with exit status 3 .*\nunprepared"):
        spawn.start(_unprepared)


def _unprepared(_: start.Ready) -> None:
    print("unprepared", flush=True)
    os._exit(3)


def test_what_an_attempt_has_no_use_for_is_not_in_its_environment() -> None:
    variables = {
        "PATH": "/bin",
        "LC_ALL": "C",
        "API_KEY": "s",
        "GITHUB_TOKEN": "s",
        "PYTHONPATH": "p",
        "AWS_SECRET": "s",
    }

    assert environment.harmless(variables) == {"PATH": "/bin", "LC_ALL": "C", "PYTHONPATH": "p"}
