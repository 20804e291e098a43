"""`--watch`, driven through a pseudo-terminal as a person would: saves, keys, signals, and the terminal afterwards."""

import contextlib
import os
import re
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from judge import changes
from judge.changes import LONG_REST, LONGEST_REST, REST, WatchedFile
from judge.progress import FILE_NAME, Progress
from tests.support import LOST, SOLVED, SOLVED_RUN, attempt_at, environment, runner, verdicts_in, write_attempt

if sys.platform != "win32":
    import fcntl
    import termios

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows")

DEADLINE = 30  # seconds for what takes a fraction of one on a machine that is not busy
LOOKED = 0.4  # seconds in which a file is looked at and found to be at rest; only what must *not* happen waits so long
KEYS = "  h hint · c compare · r judge again · q quit · ? help\n"
ENDLESS = "def one_turn(reply, step, max_steps):\n    while True:\n        pass\n"
# What a shell does with a job, as far as it matters here: it stops and goes on at Ctrl-Z, `bg`, `fg`.
SHELL = """
import os, signal, sys, termios
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
job = os.fork()
if job == 0:
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    os.execv(sys.argv[1], sys.argv[1:])
with open(0) as typed:
    while os.WIFSTOPPED(os.waitpid(job, os.WUNTRACED)[1]):
        os.tcsetpgrp(0, os.getpid())
        print("stopped;", "cooked" if termios.tcgetattr(0)[3] & termios.ICANON else "raw", flush=True)
        for command in typed:
            if command == "fg\\n":
                os.tcsetpgrp(0, job)
            os.killpg(job, signal.SIGCONT)
            if command == "fg\\n":
                break
"""


class Watching:
    """A running `--watch` and what it has written so far."""

    def __init__(self, process: subprocess.Popen[bytes], output: int, typed: int | None = None) -> None:
        self.process = process
        self.output = output
        self.typed = typed
        self.written = ""
        self.read_up_to = 0

    def until(self, text: str) -> str:
        """Return what was written since the last call, up to and with `text`."""
        deadline = time.monotonic() + DEADLINE
        while (found := self.written.find(text, self.read_up_to)) < 0:
            ended = self.process.poll() is not None
            late = ended or time.monotonic() > deadline
            self._read()
            assert not late or text in self.written[self.read_up_to :], f"{text!r} did not come:\n{self.written}"
        told = self.written[self.read_up_to : found + len(text)]
        self.read_up_to = found + len(text)
        return told

    def verdict(self, number: int) -> str:
        """Return the verdict of the judging with this number, once its last line is there."""
        self.until(f" · judging {number} -")
        if self.typed is not None:
            return self.until(KEYS)
        return self.until(" passed   ") + self.until(" s")

    def press(self, keys: str) -> None:
        assert self.typed is not None
        os.write(self.typed, keys.encode())

    def end(self) -> int:
        """Return the exit status, once the process has ended."""
        deadline = time.monotonic() + DEADLINE
        while self.process.poll() is None:
            assert time.monotonic() < deadline, f"it did not end:\n{self.written}"
            self._read()
        self._read()
        return self.process.returncode

    def _read(self) -> None:
        if select.select([self.output], [], [], 0.02)[0]:
            with contextlib.suppress(OSError):
                chunk = os.read(self.output, 65_536).decode("utf-8", "replace")
                self.written += re.sub("\x1b\\[[0-9]*m", "", chunk).replace("\r\n", "\n")


class Terminal:
    """A pseudo-terminal in which commands are started, and which outlives them."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.ours, self.theirs = os.openpty()
        self.environment = environment
        self.before = self.attributes()
        self.running: list[subprocess.Popen[bytes]] = []

    def attributes(self) -> list[Any]:
        return termios.tcgetattr(self.theirs)

    def start(self, checkout: Path, *arguments: str, through: tuple[str, ...] = ()) -> Watching:
        command = [*through, sys.executable, "runner.py", *arguments]
        process = subprocess.Popen(
            command,
            cwd=checkout,
            env=self.environment,
            stdin=self.theirs,
            stdout=self.theirs,
            stderr=self.theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.running.append(process)
        return Watching(process, self.ours, self.ours)

    def close(self) -> None:
        for process in self.running:
            if process.poll() is None:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        os.close(self.ours)
        os.close(self.theirs)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    opened = Terminal(environment(TERM="xterm", TMPDIR=str(scratch)))
    yield opened
    opened.close()
    assert list(scratch.iterdir()) == []


@pytest.fixture
def piped(checkout: Path) -> Iterator[Callable[..., Watching]]:
    running: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str) -> Watching:
        command = [sys.executable, "runner.py", *arguments]
        process = subprocess.Popen(
            command,
            cwd=checkout,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        running.append(process)
        assert process.stdout
        return Watching(process, process.stdout.fileno())

    yield start
    for process in running:
        process.kill()
        process.wait()
        assert process.stdout
        process.stdout.close()


# --- When it judges --------------------------------------------------------------------------------------------------


def test_the_first_judging_comes_at_once_and_the_next_with_each_save(checkout: Path, terminal: Terminal) -> None:
    watching = terminal.start(checkout, "1", "--watch")

    first = watching.verdict(1)
    assert "  Made problems/problem_001/attempt.py\n" in first
    assert "edit attempt.py, and save it.\n" in first
    begun = Progress(checkout / FILE_NAME).of("problem_001")
    assert (begun.attempts, begun.first_run is not None) == (0, True)
    write_attempt(checkout, LOST)
    assert "  9 of 10 passed" in watching.verdict(2)
    write_attempt(checkout, SOLVED)
    assert "  10 of 10 passed" in watching.verdict(3)
    watching.press("q")

    assert watching.end() == 0
    assert Progress(checkout / FILE_NAME).of("problem_001").attempts == 2
    assert terminal.attributes() == terminal.before


def test_the_output_only_grows_and_sets_the_judgings_apart(checkout: Path, terminal: Terminal) -> None:
    write_attempt(checkout, "syntax error\n")

    watching = terminal.start(checkout, "1", "--watch")
    watching.verdict(1)
    write_attempt(checkout, SOLVED)
    watching.verdict(2)
    watching.press("q")
    watching.end()

    assert "\x1b" not in watching.written and "\r" not in watching.written
    told = re.sub(r"\d\d:\d\d:\d\d", "<time>", watching.written)
    assert "a syntax error" in told
    assert told.startswith("--- <time> · judging 1 ------")
    assert f"{KEYS}\n--- <time> · judging 2 ------" in told
    assert max(map(len, told.splitlines())) <= 80


def test_a_save_by_rename_is_a_save(checkout: Path, terminal: Terminal) -> None:
    attempt = write_attempt(checkout, LOST)
    watching = terminal.start(checkout, "1", "--watch")
    watching.verdict(1)

    for number, source in ((2, SOLVED), (3, LOST)):
        draft = attempt.with_name(".attempt.py.draft")
        draft.write_text(source, encoding="utf-8")
        os.replace(draft, attempt)
        assert ("10 of 10" in watching.verdict(number)) == (source == SOLVED)


def test_a_file_that_is_touched_or_saved_without_a_change_is_not_judged_again(
    checkout: Path, terminal: Terminal
) -> None:
    attempt = write_attempt(checkout, LOST)
    watching = terminal.start(checkout, "1", "--watch")
    watching.verdict(1)

    os.utime(attempt)
    time.sleep(LOOKED)
    write_attempt(checkout, LOST)
    time.sleep(LOOKED)
    watching.press("r")

    assert "judging 2" in watching.until(KEYS)
    watching.press("q")
    assert watching.end() == 1
    assert "judging 3" not in watching.written


def test_a_deleted_attempt_is_told_once_and_judged_when_it_is_back(checkout: Path, terminal: Terminal) -> None:
    attempt = write_attempt(checkout, SOLVED)
    watching = terminal.start(checkout, "1", "--watch")
    watching.verdict(1)

    attempt.unlink()
    watching.until("\n  attempt.py is gone; judging goes on when it is back.\n")
    time.sleep(LOOKED)
    assert not attempt.exists()
    write_attempt(checkout, SOLVED)

    assert "10 of 10 passed" in watching.verdict(2)
    assert watching.written.count("is gone") == 1


def test_a_chosen_file_is_watched_in_place_of_the_attempt(checkout: Path, terminal: Terminal, tmp_path: Path) -> None:
    mine = tmp_path / "mine.py"

    watching = terminal.start(checkout, "1", "--watch", "--solution", str(mine), "--json", "verdicts")
    watching.until("mine.py is gone")
    mine.write_text(LOST, encoding="utf-8")
    watching.verdict(1)
    watching.press("c")
    watching.until("compared with the reference")
    watching.until(KEYS)
    mine.write_text(SOLVED, encoding="utf-8")
    watching.verdict(2)
    watching.press("q")

    assert watching.end() == 0
    assert not attempt_at(checkout).exists()
    assert not list(checkout.glob(".progress*"))
    assert [verdict["status"] for verdict in verdicts_in(checkout / "verdicts")] == ["fail", "pass"]


# --- When a save is complete -----------------------------------------------------------------------------------------


class Clock:
    """Time that passes only when told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(changes, "time", clock)
    return clock


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = tmp_path / "attempt.py"
    file.write_text("old\n", encoding="utf-8")
    return file


def test_a_save_in_two_steps_is_one_change_once_it_has_come_to_rest(file: Path, clock: Clock) -> None:
    watched = WatchedFile(file)
    seen = []

    for text, rest in (("half", LONG_REST), ("half and half\n", REST)):
        file.write_text(text, encoding="utf-8")
        for _ in range(2):
            seen.append(watched.changed())
            clock.now += rest * 0.6
    seen += [watched.changed(), watched.changed()]

    # The last two looks at either half lie less than its rest apart from the first one.
    assert seen == [False, False, False, False, True, False]
    assert watched.content == b"half and half\n"


@pytest.mark.parametrize(("text", "rest"), [("new\n", REST), ("new", LONG_REST), ("", LONGEST_REST)])
def test_a_file_that_looks_half_saved_is_given_longer(file: Path, clock: Clock, text: str, rest: float) -> None:
    watched = WatchedFile(file)

    file.write_text(text, encoding="utf-8")
    assert not watched.changed()
    clock.now += rest - 0.01
    assert not watched.changed() and not watched.at_rest
    clock.now += 0.02

    assert watched.changed() and watched.at_rest


def test_a_file_that_was_gone_for_a_moment_has_not_changed(file: Path, clock: Clock) -> None:
    watched = WatchedFile(file)

    file.unlink()
    assert not watched.changed()
    clock.now += LONGEST_REST - 0.01
    assert not watched.changed()
    file.write_text("old\n", encoding="utf-8")
    assert not watched.changed()
    clock.now += REST + 0.01

    assert not watched.changed() and watched.at_rest


def test_what_stays_missing_is_a_change(file: Path, clock: Clock) -> None:
    watched = WatchedFile(file)

    file.unlink()
    assert not watched.changed()
    clock.now += LONGEST_REST + 0.01

    assert watched.changed()
    assert watched.content is None
    assert not watched.changed()


# --- When the tests change -------------------------------------------------------------------------------------------


def test_whatever_of_the_problem_changes_is_taken_anew(checkout: Path, terminal: Terminal) -> None:
    folder = checkout / "problems/problem_002"
    write_attempt(checkout, SOLVED_RUN, "problem_002")
    watching = terminal.start(checkout, "2", "--watch")
    assert "6 of 6" in watching.verdict(1)

    def change(name: str, old: str, new: str) -> None:
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
        watching.until("\n  The tests changed; collected anew.\n")

    # The same size, and most likely the same second: compiled files could not tell these apart.
    change("lab.py", "len(self.sent) - 1]", "len(self.sent) - 2]")
    assert "6 of 6" not in watching.verdict(2)
    change("lab.py", "len(self.sent) - 2]", "len(self.sent) - 1]")
    assert "6 of 6" in watching.verdict(3)
    change("test_solution.py", '"output": "5", "steps": 2', '"output": "5", "steps": 3')
    (line,) = re.findall(r"R3 is in spec.md, line (\d+)", watching.verdict(4))
    change("spec.md", "## Rules", "\n\n## Rules")
    assert f"R3 is in spec.md, line {int(line) + 2}\n" in watching.verdict(5)
    change("problem.toml", 'title = "A short run"', 'title = "A brief run"')
    assert "problem_002 · A brief run\n" in watching.verdict(6)
    change("stub.py", "def run(", "def walk(")
    watching.verdict(7)
    watching.press("q")
    assert watching.end() == 1


def test_tests_that_are_broken_for_a_moment_are_told_in_one_sentence(checkout: Path, terminal: Terminal) -> None:
    folder = checkout / "problems/problem_001"
    tests = (folder / "test_solution.py").read_bytes()
    front = (folder / "problem.toml").read_bytes()
    write_attempt(checkout, SOLVED)
    (folder / "test_solution.py").write_bytes(tests + b"def (\n")

    watching = terminal.start(checkout, "1", "--watch")
    told = watching.until(KEYS)
    assert " ".join(told.split()).startswith(
        "The tests of problem_001 cannot be collected (SyntaxError: invalid syntax); judging goes on when they can. h "
    )
    (folder / "test_solution.py").write_bytes(tests)
    watching.until("The tests changed; collected anew.")
    watching.verdict(1)

    (folder / "test_solution.py").unlink()
    watching.until("\n  test_solution.py of problem_001 is gone; judging goes on when it is back.\n")
    (folder / "test_solution.py").write_bytes(tests)
    watching.verdict(2)

    (folder / "problem.toml").write_bytes(front.replace(b"title =", b"title "))
    assert "problem.toml cannot be read" in watching.until("git checkout")
    watching.press("r")
    watching.until("problem.toml cannot be read")
    (folder / "problem.toml").write_bytes(front)
    watching.verdict(3)
    watching.press("q")

    assert watching.end() == 0


# --- Keys ------------------------------------------------------------------------------------------------------------


def test_hint_compare_and_help_are_one_key_away(checkout: Path, terminal: Terminal) -> None:
    write_attempt(checkout, LOST)
    watching = terminal.start(checkout, "1", "--watch")
    watching.verdict(1)

    watching.press("h")
    assert "  1 of 3  Sort the four cases" in watching.until(KEYS)
    watching.press("h")
    assert "  2 of 3  " in watching.until(KEYS)
    watching.press("?")
    assert "  r  judge again, although nothing has changed\n" in watching.until("during a judging\n")
    watching.press("c")
    assert "The shortest script on which you and the reference differ:" in watching.until(KEYS)
    write_attempt(checkout, SOLVED)
    assert "10 of 10 passed" in watching.verdict(2)


def test_other_keys_and_those_that_send_sequences_do_nothing(checkout: Path, terminal: Terminal) -> None:
    write_attempt(checkout, LOST)
    watching = terminal.start(checkout, "1", "--watch")
    watching.verdict(1)

    watching.press("x \n\x1b[C\x1bOQ\x1b[15~é")
    time.sleep(LOOKED)
    watching.press("r")

    assert watching.until("judging").replace("\n", "").startswith("--- ")
    watching.press("\x04")
    assert watching.end() == 1


def test_a_key_pressed_during_a_judging_is_handled_afterwards(checkout: Path, terminal: Terminal) -> None:
    write_attempt(checkout, f"import time\ntime.sleep(0.3)\n{SOLVED}")
    watching = terminal.start(checkout, "1", "--watch")

    watching.until("judging 1 -")
    watching.press("rhq")

    watching.until(KEYS)
    watching.verdict(2)
    assert "  1 of 3  " in watching.until(KEYS)
    assert watching.end() == 0
    # Nothing that was typed shows: the terminal does not echo, also while it is busy.
    assert "rhq" not in watching.written


# --- The end, and the terminal after it ------------------------------------------------------------------------------


def test_ctrl_c_during_a_judging_ends_it_at_once(checkout: Path, terminal: Terminal) -> None:
    write_attempt(checkout, ENDLESS)
    watching = terminal.start(checkout, "1", "--watch")
    watching.until("judging 1 -")
    time.sleep(LOOKED)

    watching.press("\x03")

    assert watching.end() == 130
    assert terminal.attributes() == terminal.before
    assert "Traceback" not in watching.written and "passed" not in watching.written


@pytest.mark.parametrize("name", ["SIGTERM", "SIGQUIT"])
def test_a_signal_to_end_leaves_a_sane_terminal(checkout: Path, terminal: Terminal, name: str) -> None:
    number = getattr(signal, name)
    watching = terminal.start(checkout, "1", "--watch")
    watching.verdict(1)
    assert terminal.attributes() != terminal.before

    watching.process.send_signal(number)

    assert watching.end() == 128 + number
    assert terminal.attributes() == terminal.before


def test_a_fault_of_ours_leaves_a_sane_terminal(checkout: Path, terminal: Terminal) -> None:
    with (checkout / "judge/seal.py").open("a", encoding="utf-8") as seal:
        seal.write("\n\ndef confirm(*_):\n    raise RuntimeError('a fault of ours')\n")
    write_attempt(checkout, SOLVED)

    watching = terminal.start(checkout, "1", "--watch")

    assert watching.end() == 1
    assert "RuntimeError: a fault of ours" in watching.written
    assert terminal.attributes() == terminal.before


def test_ctrl_z_gives_the_terminal_back_until_it_goes_on(checkout: Path, terminal: Terminal) -> None:
    write_attempt(checkout, LOST)
    watching = terminal.start(checkout, "1", "--watch", through=(sys.executable, "-c", SHELL))
    watching.verdict(1)

    watching.press("\x1a")
    watching.until("stopped; cooked\n")
    # In the background it judges, and leaves the terminal alone.
    watching.press("bg\n")
    write_attempt(checkout, SOLVED)
    assert "10 of 10 passed" in watching.verdict(2)
    assert terminal.attributes() == terminal.before
    watching.press("fg\n")
    time.sleep(LOOKED)
    watching.press("h")
    assert "  1 of 3  " in watching.until(KEYS)
    watching.press("\x1a")
    watching.until("stopped; cooked\n")
    watching.press("fg\n")
    time.sleep(LOOKED)
    watching.press("q")

    assert watching.end() == 0
    assert terminal.attributes() == terminal.before


def test_an_attempt_does_not_inherit_how_signals_are_handled(checkout: Path, terminal: Terminal) -> None:
    write_attempt(checkout, "import signal\nsignal.raise_signal(signal.SIGTERM)\n")
    (usual,) = re.findall("✗ .*SIGTERM.*", runner(checkout, "1").out)

    watching = terminal.start(checkout, "1", "--watch")

    assert usual in watching.verdict(1)


def test_it_ends_with_the_terminal(checkout: Path, terminal: Terminal) -> None:
    write_attempt(checkout, LOST)
    watching = terminal.start(checkout, "1", "--watch")
    watching.verdict(1)

    os.close(terminal.ours)
    terminal.ours = os.open(os.devnull, os.O_RDONLY)

    assert watching.process.wait(DEADLINE) in (1, 128 + signal.SIGHUP)


def test_a_wrong_command_is_told_before_anything_begins(checkout: Path, terminal: Terminal) -> None:
    attempt_at(checkout).mkdir()

    folder = terminal.start(checkout, "1", "--watch")
    assert folder.end() == 2
    unknown = terminal.start(checkout, "unknown", "--watch")
    assert unknown.end() == 2

    assert folder.written == "runner.py: problems/problem_001/attempt.py is a folder; move it away and run again.\n"
    assert unknown.written.startswith("runner.py: There is no problem 'unknown'; ")
    assert terminal.attributes() == terminal.before


# --- Without a terminal ----------------------------------------------------------------------------------------------


def test_without_a_terminal_it_watches_too_and_offers_no_keys(
    checkout: Path, piped: Callable[..., Watching], tmp_path: Path
) -> None:
    write_attempt(checkout, LOST)
    watching = piped("1", "--watch", "--json", str(tmp_path / "verdicts"))
    assert "9 of 10 passed" in watching.verdict(1)
    write_attempt(checkout, SOLVED)
    assert "10 of 10 passed" in watching.verdict(2)
    deadline = time.monotonic() + DEADLINE
    while len(verdicts_in(tmp_path / "verdicts")) < 2:  # It comes after what is shown.
        assert time.monotonic() < deadline
        time.sleep(0.02)

    watching.process.send_signal(signal.SIGINT)

    assert watching.end() == 130
    assert "q quit" not in watching.written and "Traceback" not in watching.written
    assert [verdict["passed"] for verdict in verdicts_in(tmp_path / "verdicts")] == [9, 10]


def test_without_a_terminal_it_ends_when_its_reader_has_gone(checkout: Path) -> None:
    write_attempt(checkout, LOST)
    with tempfile.TemporaryFile() as said:
        ours, theirs = os.pipe()
        process = subprocess.Popen(
            [sys.executable, "runner.py", "1", "--watch"], cwd=checkout, env=environment(), stdout=theirs, stderr=said
        )
        os.close(theirs)
        watching = Watching(process, ours)
        watching.verdict(1)

        os.close(ours)

        assert process.wait(DEADLINE) == 1
        said.seek(0)
        assert said.read() == b""
