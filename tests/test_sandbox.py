"""What keeps an attempt in bounds: the kernel's protections, the scratch folder, the referee's memory of its own."""

import os
import platform
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import pytest

from judge import doctor, fork, sandbox, scratch, seccomp
from judge.faults import UserError
from judge.referee import Gone, apart
from judge.scratch import remove, scratch_folder
from tests.support import ROOT

needs_sandbox = pytest.mark.skipif(not sandbox.is_sandboxed(), reason="This machine has no sandbox.")
needs_limits = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits.")
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="This system has no fork.")

PRELUDE = """
import ctypes, os, signal, sys, threading
from pathlib import Path
sys.path.insert(0, {root!r})
from judge import sandbox
parent = os.getppid()
os.chdir({scratch!r})
{before}
sandbox.confine(Path({project!r}), Path({scratch!r}))

def tried(function, *arguments):
    try:
        function(*arguments)
    except OSError as error:
        return type(error).__name__
    return "done"
"""


def confined(scratch: Path, code: str, before: str = "", project: Path = ROOT) -> str:
    """Return what `code` prints in a confined process; `before` is run there while it is still free."""
    known = {"root": str(ROOT), "project": str(project), "scratch": str(scratch)}
    source = PRELUDE.format(**known, before=before) + textwrap.dedent(code)
    # From 3.12 on, Python warns of a fork beside threads; whether that is refused is just what a test asks.
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", source]
    finished = subprocess.run(command, capture_output=True, text=True, timeout=30, cwd=scratch)
    assert finished.stderr == ""
    return finished.stdout


# --- What the kernel refuses -----------------------------------------------------------------------------------------


@needs_sandbox
def test_only_the_candidates_side_of_the_project_can_be_read(tmp_path: Path) -> None:
    said = confined(
        tmp_path,
        f"""
        for name in ("problems/problem_119/spec.md", "judge/play.py", "solutions/problem_119/reference.py", "LICENSE"):
            print(name, tried(open, {str(ROOT)!r} + "/" + name))
        """,
    )

    assert said.splitlines() == [
        "problems/problem_119/spec.md done",
        "judge/play.py done",
        "solutions/problem_119/reference.py PermissionError",
        "LICENSE PermissionError",
    ]


@needs_sandbox
def test_nobodys_attempt_in_the_problems_folder_can_be_read(tmp_path: Path) -> None:
    project, scratch = tmp_path / "project", tmp_path / "scratch"
    scratch.mkdir()
    readable = ["lab.py", "scenarios.py", "__pycache__/lab.cpython-311.pyc", "__pycache__/test_solution.c-pytest-8.pyc"]
    hidden = ["attempt.py", "attempt-1.py", "attempt", "__pycache__/attempt.cpython-311.pyc", "notes.txt", "lab.py.old"]
    for name in (*readable, *hidden):
        path = project / "problems/problem_001" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")

    said = confined(
        scratch,
        f"""
        place = {str(project / "problems/problem_001")!r}
        print(*(tried(open, place + "/" + name) for name in {readable}))
        print(*(tried(open, place + "/" + name) for name in {hidden}))
        print(tried(os.listdir, place))
        """,
        project=project,
    )

    assert said.splitlines() == [
        " ".join(["done"] * len(readable)),
        " ".join(["PermissionError"] * len(hidden)),
        "done",
    ]


@needs_sandbox
def test_a_project_inside_a_readable_folder_hides_its_solutions_all_the_same(tmp_path: Path) -> None:
    project = tmp_path / "system/src/app"
    names = ("solutions/p/reference.py", ".git/HEAD", "problems/p/spec.md", "../beside/file", "../../lib/file")
    for name in names:
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("x", encoding="utf-8")
    (tmp_path / "system/link").symlink_to(project)
    scratch = tmp_path / "scratch"
    scratch.mkdir()

    said = confined(
        scratch,
        f"""
        for name in {names}:
            print(tried(open, {str(project)!r} + "/" + name))
        """,
        before=f"sandbox._SYSTEM = (*sandbox._SYSTEM, {str(tmp_path / 'system')!r})",
        project=project,
    )

    assert said.split() == ["PermissionError", "PermissionError", "done", "done", "done"]


@needs_sandbox
def test_a_folder_that_only_the_path_names_is_not_readable(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home/secret").write_text("x", encoding="utf-8")
    (tmp_path / "scratch").mkdir()

    said = confined(
        tmp_path / "scratch",
        f"print(tried(open, {str(tmp_path / 'home/secret')!r}), tried(open, threading.__file__))",
        before=f"sys.path.append({str(tmp_path / 'home')!r})",
    )

    assert said == "PermissionError done\n"


@needs_sandbox
@pytest.mark.parametrize("version", range(1, 7))
def test_the_rules_hold_under_older_versions_of_landlock(tmp_path: Path, version: int) -> None:
    if version > sandbox.landlock_abi():
        pytest.skip("This kernel is older than that.")
    reference = ROOT / "solutions/problem_119/reference.py"

    said = confined(
        tmp_path,
        f"""
        print(tried(open, {str(reference)!r}), tried(open, {str(tmp_path.parent / "outside")!r}, "w"))
        print(tried(open, "inside", "w"))
        """,
        before=f"sandbox.landlock_abi = lambda: {version}",
    )

    assert said == "PermissionError PermissionError\ndone\n"


@needs_sandbox
def test_the_scratch_folder_takes_plain_files_and_nothing_else(tmp_path: Path) -> None:
    said = confined(
        tmp_path,
        """
        print(tried(open, "one", "w"), tried(os.replace, "one", "two"), tried(open, "two"), tried(os.remove, "two"))
        print(tried(os.mkdir, "folder"), tried(os.symlink, "x", "link"), tried(os.mkfifo, "pipe"))
        """,
    )

    assert said == "done done done done\nPermissionError PermissionError PermissionError\n"


@needs_sandbox
def test_every_system_call_on_the_list_is_refused(tmp_path: Path) -> None:
    column = ["x86_64", "aarch64"].index(platform.machine())
    numbers = [pair[column] for pair in seccomp._REFUSED.values() if pair[column] is not None]

    said = confined(
        tmp_path,
        f"""
        libc = ctypes.CDLL(None, use_errno=True)
        for number in {numbers}:
            print(libc.syscall(number, -1, 0, 0, 0, 0, 0), ctypes.get_errno())
        """,
    )

    assert set(said.splitlines()) == {"-1 1"}
    assert len(said.splitlines()) == len(numbers) > 40


@needs_sandbox
def test_a_process_may_signal_itself_and_nobody_else(tmp_path: Path) -> None:
    said = confined(
        tmp_path,
        """
        signal.signal(signal.SIGUSR1, lambda *_: print("heard"))
        print(tried(os.kill, os.getpid(), signal.SIGUSR1), tried(signal.raise_signal, signal.SIGUSR1))
        print(tried(os.kill, parent, 0), tried(os.kill, -1, 0), tried(os.killpg, os.getpgid(parent), 0))
        """,
        before="os.setsid(); sandbox.landlock_abi = lambda: 5",  # the last version that does not watch over signals
    )

    assert said == "heard\nheard\ndone done\nPermissionError PermissionError PermissionError\n"


@needs_sandbox
def test_a_process_may_change_its_own_limits_and_turns_and_nobody_elses(tmp_path: Path) -> None:
    said = confined(
        tmp_path,
        """
        import resource
        for process in (0, os.getpid(), parent):
            print(
                tried(resource.prlimit, process, resource.RLIMIT_CORE, (0, 0)),
                tried(os.setpriority, os.PRIO_PROCESS, process, 10),
                tried(os.sched_setaffinity, process, os.sched_getaffinity(0)),
            )
        """,
    )

    assert said == "done done done\n" * 2 + "PermissionError PermissionError PermissionError\n"


@needs_sandbox
def test_a_turn_is_given_up_for_oneself_and_for_no_group_or_user(tmp_path: Path) -> None:
    said = confined(
        tmp_path,
        """
        for which in (os.PRIO_PROCESS, os.PRIO_PGRP, os.PRIO_USER):
            print(tried(os.setpriority, which, 0, 10))
        """,
    )

    assert said.split() == ["done", "PermissionError", "PermissionError"]


@needs_sandbox
def test_a_pair_of_sockets_is_for_the_process_alone(tmp_path: Path) -> None:
    said = confined(
        tmp_path,
        """
        import socket
        one, other = socket.socketpair()
        one.setblocking(False)
        one.send(b"x")
        print(other.recv(1), tried(one.sendto, b"x", "name"), tried(one.bind, "name"), tried(one.listen))
        print(tried(socket.socketpair, socket.AF_UNIX, socket.SOCK_DGRAM), tried(one.connect, "name"))
        """,
    )

    assert said == "b'x' PermissionError PermissionError PermissionError\nPermissionError PermissionError\n"


@needs_sandbox
def test_only_harmless_commands_are_given_to_descriptors(tmp_path: Path) -> None:
    said = confined(
        tmp_path,
        """
        import fcntl
        file = os.open(os.__file__, os.O_RDONLY)
        print(os.isatty(file), tried(os.set_inheritable, file, True), tried(os.set_blocking, file, False))
        for command in (fcntl.F_SETOWN, 10, 15, fcntl.F_SETLEASE, fcntl.F_NOTIFY, 1031):
            print(tried(fcntl.fcntl, file, command, 0))
        for command in (0x8901, 0x5412, 0x40086602, 0x40087602, 0x40806685):
            print(tried(fcntl.ioctl, file, command, bytes(256)))
        """,
    )

    assert said.splitlines() == ["False done done", *["PermissionError"] * 11]


@needs_sandbox
def test_an_attempt_cannot_outlive_the_judge(tmp_path: Path) -> None:
    said = confined(
        tmp_path,
        """
        libc = ctypes.CDLL(None, use_errno=True)
        print(libc.prctl(1, 0, 0, 0, 0), ctypes.get_errno(), libc.prctl(15, b"name", 0, 0, 0))
        """,
    )

    assert said == "-1 1 0\n"


@needs_fork
def test_a_process_whose_parent_has_ended_before_ends_too() -> None:
    pid = os.fork()
    if pid == 0:
        sandbox.die_with_parent(os.getppid())
        sandbox.die_with_parent(os.getpid())  # which is not its parent's
        os._exit(0)

    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 1


@needs_sandbox
def test_threads_can_be_started_by_the_dozen_and_processes_not_at_all(tmp_path: Path) -> None:
    said = confined(
        tmp_path,
        """
        together = threading.Barrier(65)
        for _ in range(64):
            threading.Thread(target=together.wait).start()
        together.wait()
        print(tried(os.fork), tried(os.posix_spawn, "/bin/true", ["true"], {}), tried(os.execv, "/bin/true", ["true"]))
        """,
    )

    assert said == "PermissionError PermissionError PermissionError\n"


@needs_sandbox
def test_every_capability_is_given_up(tmp_path: Path) -> None:
    said = confined(
        tmp_path, "print(*(line for line in open('/proc/self/status') if line[:6] in ('CapEff', 'CapBnd')))"
    )

    assert {line.split()[-1] for line in said.split("\n") if line.strip()} == {"0" * 16}


@needs_limits
def test_limits_hold_where_the_kernel_has_no_sandbox(tmp_path: Path) -> None:
    said = confined(
        tmp_path,
        """
        import resource
        for what in (resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE, resource.RLIMIT_CORE):
            print(resource.getrlimit(what)[0])
        """,
        before="sandbox.landlock_abi = lambda: 0; sandbox.seccomp.is_ready = lambda: False",
    )

    assert said.split() == [str(sandbox.FILE_SIZE), str(sandbox.OPEN_FILES), "0"]


def test_each_protection_says_what_it_is_good_for() -> None:
    found = sandbox.protections()

    assert {protection.name for protection in found} >= {"landlock", "seccomp", "limits", "fork"}
    assert [protection.name for protection in found if not protection.meaning] == []


@needs_sandbox
def test_the_doctor_lets_a_confined_process_try_to_read_the_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not doctor.reads_solutions(ROOT)

    monkeypatch.setattr(doctor, "confine", lambda root, scratch: None)

    assert doctor.reads_solutions(ROOT)
    assert doctor.run() == 1


# --- What the judge looks after itself -------------------------------------------------------------------------------


def _start_threads() -> None:
    threading.stack_size(64 << 10)
    for _ in range(fork.MOST_THREADS + 1):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    time.sleep(60)


@needs_fork
@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="This system does not tell the number of threads.")
def test_a_child_with_too_many_threads_is_ended() -> None:
    running = fork.start(_start_threads)
    try:
        assert running.ended(within=30)
        assert str(running) == "had more than 128 threads at once"
    finally:
        running.stop()


@needs_fork
def test_a_child_with_too_many_files_is_ended_and_they_are_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "MOST_FILES", 10)
    with scratch_folder() as folder:

        def make_files() -> None:
            for number in range(11):
                (folder / str(number)).touch()
            time.sleep(60)

        running = fork.start(make_files)
        try:
            assert running.ended(within=30)
            assert str(running) == "made more than 10 files"
            assert list(folder.iterdir()) == []
        finally:
            running.stop()


@needs_fork
def test_a_system_with_too_many_processes_is_given_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    tries = iter(range(3))

    def fake() -> int:
        if next(tries) < 2:
            raise BlockingIOError
        return 7

    monkeypatch.setattr(os, "fork", fake)

    assert fork.fork() == 7


@needs_fork
def test_a_system_that_stays_full_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def fake() -> int:
        raise BlockingIOError

    monkeypatch.setattr(os, "fork", fake)
    monkeypatch.setattr(fork, "_PATIENCE", 0.0)

    with pytest.raises(UserError, match="has no process left"):
        fork.fork()


# --- The scratch folder ----------------------------------------------------------------------------------------------


def test_the_scratch_folder_is_gone_after_the_block() -> None:
    with scratch_folder() as folder:
        (folder / "left").write_text("x", encoding="utf-8")

    assert not folder.exists()


@needs_limits
def test_whatever_is_in_there_can_be_removed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("x", encoding="utf-8")
    folder = tmp_path / "scratch"
    (folder / "0" / "0" / "1").mkdir(parents=True)
    (folder / "link").symlink_to(outside)
    (folder / "0" / "dangling").symlink_to("gone")
    os.mkfifo(folder / "0" / "pipe")
    os.mkdir(folder / "0" / "locked", 0o000)
    os.mkdir(folder / "locked", 0o000)

    remove(folder)

    assert not folder.exists()
    assert [path.name for path in outside.iterdir()] == ["kept"]


@needs_limits
def test_folders_deeper_than_any_path_can_name_can_be_removed(tmp_path: Path) -> None:
    folder = tmp_path / "scratch"
    folder.mkdir()
    here = os.open(folder, os.O_RDONLY)
    for _ in range(100):
        os.mkdir("d" * 200, dir_fd=here)
        inner = os.open("d" * 200, os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)

    remove(folder)

    assert not folder.exists()


# --- The referee -----------------------------------------------------------------------------------------------------


@needs_fork
def test_what_is_done_apart_comes_back() -> None:
    assert apart(lambda: (os.getppid(), "result")) == (os.getpid(), "result")


@needs_fork
def test_what_is_raised_apart_is_raised() -> None:
    def work() -> None:
        raise LookupError("apart")

    with pytest.raises(LookupError, match="apart"):
        apart(work)


@needs_fork
def test_an_end_apart_is_told() -> None:
    with pytest.raises(Gone):
        apart(lambda: os._exit(0))
