"""Cohorts, by the real command: everyone is judged, hostile or not, interrupted or not, on however many cores."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from judge import cli
from judge.ledger import Ledger
from judge.submissions import Submission
from judge.table import Outcome
from judge.verdict import Test as Known
from judge.verdict import TestVerdict as Told
from judge.verdict import Verdict
from tests.support import LOST, SOLVED, SOLVED_RUN, Finished, environment, runner, verdicts_in

STUB = "def one_turn(reply, step, max_steps):\n    raise NotImplementedError('one_turn is not written yet')\n"
HANGS_ONCE = SOLVED.replace("    if not 1 <=", "    while reply == 'call':\n        pass\n    if not 1 <=")
HANDED_IN = {
    "alice/problem_001.py": SOLVED,
    "alice/problem_002.py": SOLVED_RUN,
    "bob/problem_001.py": LOST,
    "dora/problem_001.py": STUB,
    "hostile-crash/problem_001.py": "import ctypes\nctypes.string_at(0)\n",
    "hostile-exit/problem_001.py": SOLVED + "\nimport os\nos._exit(0)\n",
    "hostile-hang/problem_001.py": HANGS_ONCE,
    "hostile-kill/problem_001.py": "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n" + SOLVED,
    "hostile-text/problem_001.py": "def one_turn(*_, **__):\n    return '\\0\\x1b[2J\\ud800'\n",
    "ends\nhere/problem_001.py": SOLVED,
    "山田 太郎/problem_002.py": SOLVED_RUN,
    "zoe/problem_001.py": SOLVED,
    "zoe/notes.txt": "",
    "zoe/problem_999.py": "",
    "README.md": "",
    ".git/config": "",
}
PASSES = [("alice", "problem_001"), ("alice", "problem_002"), ("ends\nhere", "problem_001")]
PASSES += [("zoe", "problem_001"), ("山田 太郎", "problem_002")]


@dataclass(frozen=True)
class Judged:
    """A cohort that was judged: how the command ended, and what it wrote to the files that it was given."""

    finished: Finished
    lines: list[dict[str, Any]]
    suites: list[ElementTree.Element]


def hand_in(cohort: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (cohort / name).parent.mkdir(parents=True, exist_ok=True)
        (cohort / name).write_text(text, encoding="utf-8")
    return cohort


def copies(cohort: Path, count: int) -> Path:
    return hand_in(cohort, {f"c{number:02}/problem_001.py": (SOLVED, LOST)[number % 2] for number in range(count)})


def key(line: dict[str, Any]) -> tuple[str, str]:
    return line["candidate"], line["problem"]


def without_seconds(lines: list[dict[str, Any]]) -> list[str]:
    """Return `lines` in a fixed order and without what differs from run to run."""
    return sorted(re.sub(r'"seconds": [\d.e-]+', "", json.dumps(line)) for line in lines)


def judged(checkout: Path, cohort: Path, folder: Path, *options: str) -> Judged:
    json_file, junit_file = folder / "verdicts.jsonl", folder / "verdicts.xml"
    files: list[str | Path] = ["--json", json_file, "--junit", junit_file]
    finished = runner(checkout, "--cohort", cohort, *files, *options)
    return Judged(finished, verdicts_in(json_file), list(ElementTree.parse(junit_file).getroot()))


@pytest.fixture(scope="module")
def everyone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    cohort = hand_in(tmp_path_factory.mktemp("the cohort") / "spring", HANDED_IN)
    odd = os.fsencode(cohort) + b"/caf\xe9"
    os.mkdir(odd)
    with open(odd + b"/problem_001.py", "w", encoding="utf-8") as file:
        file.write(SOLVED)
    (cohort / "thief").mkdir()
    (cohort / "thief/problem_001.py").symlink_to(cohort / "alice/problem_001.py")
    return cohort


@pytest.fixture(scope="module")
def on_many(untouched: Path, everyone: Path, tmp_path_factory: pytest.TempPathFactory) -> Judged:
    return judged(untouched, everyone, tmp_path_factory.mktemp("many"), "--jobs", "4")


@pytest.fixture(scope="module")
def on_one(untouched: Path, everyone: Path, tmp_path_factory: pytest.TempPathFactory) -> Judged:
    return judged(untouched, everyone, tmp_path_factory.mktemp("one"), "--jobs", "1")


def test_everyone_is_judged_and_hostile_members_disturb_nobody(on_many: Judged) -> None:
    statuses = {key(line): line["status"] for line in on_many.lines}
    assert len(on_many.lines) == len(statuses)
    assert statuses == {
        **dict.fromkeys(PASSES, "pass"),
        ("caf\\xe9", "problem_001"): "pass",
        ("bob", "problem_001"): "fail",
        ("dora", "problem_001"): "fail",
        ("hostile-crash", "problem_001"): "error",
        ("hostile-exit", "problem_001"): "error",
        ("hostile-hang", "problem_001"): "fail",
        ("hostile-kill", "problem_001"): statuses["hostile-kill", "problem_001"],
        ("hostile-text", "problem_001"): "fail",
        ("thief", "problem_001"): "error",
    }
    # Where the kernel lets it through, its worker dies of it; elsewhere it fails while it is imported.
    assert statuses["hostile-kill", "problem_001"] == "error"


def test_table_is_sorted_and_counted(on_many: Judged) -> None:
    table, _, count = on_many.finished.out.split("\n\n")
    assert on_many.finished.status == 1
    assert table.splitlines() == [
        "candidate        001  002",
        "alice              ✓    ✓",
        "bob             9/10    –",
        "caf\\xe9            ✓    –",
        "dora            0/10    –",
        "ends\\nhere         ✓    –",
        "hostile-crash  error    –",
        "hostile-exit   error    –",
        "hostile-hang    9/10    –",
        "hostile-kill   error    –",
        "hostile-text    0/10    –",
        "thief          error    –",
        "zoe                ✓    –",
        "山田 太郎          –    ✓",
    ]
    assert re.fullmatch(r"14 attempts, 6 passed, 4 failed, 4 errors   \d+\.\d s\n", count)


def test_below_the_table_stands_why_attempts_could_not_be_judged(on_many: Judged, everyone: Path) -> None:
    _, reasons, _ = on_many.finished.out.split("\n\n")
    assert re.findall(r"✗ ([\w-]+), 001: ", reasons) == ["hostile-crash", "hostile-exit", "hostile-kill", "thief"]
    assert "  ✗ thief, 001: problem_001.py is a link to a file outside the candidate's\n" in reasons


def test_what_is_no_attempt_is_named(on_many: Judged) -> None:
    assert "There is no problem_999 here; skipped: zoe/problem_999.py.\n" in on_many.finished.err
    assert "No attempts, so skipped: README.md, zoe/notes.txt.\n" in on_many.finished.err


def test_no_progress_line_where_there_is_no_terminal(on_many: Judged) -> None:
    assert "\r" not in on_many.finished.err + on_many.finished.out


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals")
def test_progress_line_on_a_terminal_is_cleared_at_the_end(untouched: Path, tmp_path: Path) -> None:
    cohort = copies(tmp_path / "cohort", 3)
    ours, theirs = os.openpty()
    command = [sys.executable, str(untouched / "runner.py"), "--cohort", str(cohort)]
    subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs)
    shown = os.read(ours, 65_536).decode()
    os.close(theirs)
    os.close(ours)
    assert shown.startswith("\r  0 of 3 judged ...")
    assert shown.endswith("\r\x1b[K")


def test_verdicts_do_not_depend_on_the_number_of_jobs(on_many: Judged, on_one: Judged) -> None:
    assert without_seconds(on_one.lines) == without_seconds(on_many.lines)
    assert on_one.finished.out.splitlines()[:-1] == on_many.finished.out.splitlines()[:-1]


def test_lines_name_the_file_as_it_was_given(untouched: Path, tmp_path: Path) -> None:
    hand_in(tmp_path / "spring", {"bob/problem_001.py": SOLVED})
    runner(untouched, "--cohort", "spring", "--json", "verdicts.jsonl", cwd=tmp_path)
    assert [line["solution"] for line in verdicts_in(tmp_path / "verdicts.jsonl")] == ["spring/bob/problem_001.py"]


def test_link_to_somebody_elses_file_is_refused(on_many: Judged) -> None:
    (line,) = (line for line in on_many.lines if line["candidate"] == "thief")
    assert line["message"].startswith("problem_001.py is a link to a file outside the candidate's folder")
    assert {test["status"] for test in line["tests"]} == {"error"}


def test_junit_has_the_verdicts_in_the_order_of_the_table(on_many: Judged) -> None:
    names = [suite.attrib["name"] for suite in on_many.suites]
    assert names[:3] == ["alice.problem_001", "alice.problem_002", "bob.problem_001"]
    assert len(names) == 14
    red = {suite.attrib["name"] for suite in on_many.suites if list(suite.iter("failure")) + list(suite.iter("error"))}
    assert len(red) == 8


def test_nothing_is_left_behind(untouched: Path, tmp_path: Path) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    cohort = copies(tmp_path / "cohort", 3)
    assert runner(untouched, "--cohort", cohort, TMPDIR=str(temporary)).status == 1
    assert list(temporary.iterdir()) == []


def test_exit_status_is_0_if_everything_passes(untouched: Path, tmp_path: Path) -> None:
    cohort = hand_in(tmp_path / "cohort", {"bob/problem_001.py": LOST, "bob/problem_002.py": SOLVED_RUN})
    finished = runner(untouched, "--cohort", cohort, "2", "--no-color")
    assert (finished.status, finished.err) == (0, "")
    assert finished.out.splitlines()[:2] == ["candidate  002", "bob          ✓"]


def test_shard_judges_its_part_alone(untouched: Path, tmp_path: Path) -> None:
    cohort = copies(tmp_path / "cohort", 5)
    found = judged(untouched, cohort, tmp_path, "--shard", "2/3")
    assert sorted(line["candidate"] for line in found.lines) == ["c01", "c04"]
    assert found.finished.out.splitlines()[-1] == "This was part 2/3."


def test_empty_shard_is_no_fault(untouched: Path, tmp_path: Path) -> None:
    found = judged(untouched, copies(tmp_path / "cohort", 2), tmp_path, "--shard", "3/3")
    assert (found.finished.status, found.lines, found.suites) == (0, [], [])


@contextlib.contextmanager
def started(checkout: Path, temporary: Path, *arguments: str | Path) -> Iterator[subprocess.Popen[str]]:
    """Start the command and leave it to the `with` block, after which it is gone."""
    with subprocess.Popen(
        [sys.executable, checkout / "runner.py", *map(str, arguments)],
        cwd=checkout,
        env=environment(TMPDIR=str(temporary)),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as command:
        try:
            yield command
        finally:
            command.kill()


def wait_for_lines(file: Path, count: int, command: subprocess.Popen[str]) -> None:
    """Return as soon as `command` has written so many lines to `file`."""
    deadline = time.monotonic() + 30
    while not file.exists() or file.read_bytes().count(b"\n") < count:
        assert command.poll() is None
        assert time.monotonic() < deadline
        os.sched_yield()


def children_of(process: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def is_alive(process: int) -> bool:
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_killed_run_that_is_resumed_gives_the_lines_of_an_undisturbed_one(untouched: Path, tmp_path: Path) -> None:
    cohort, file = copies(tmp_path / "cohort", 30), tmp_path / "killed.jsonl"
    with started(untouched, tmp_path, "--cohort", cohort, "--json", file, "--jobs", "2") as command:
        wait_for_lines(file, 4, command)
        workers = children_of(command.pid)
        below = [child for worker in workers for child in children_of(worker)]
        command.kill()
    assert command.returncode == -signal.SIGKILL
    assert workers
    deadline = time.monotonic() + 10
    while any(map(is_alive, [*workers, *below])):
        assert time.monotonic() < deadline
        os.sched_yield()
    before = file.read_bytes()
    done = before.count(b"\n")
    assert 4 <= done < 30

    resumed = runner(untouched, "--cohort", cohort, "--json", file, "--resume")

    undisturbed = judged(untouched, cohort, tmp_path)
    assert file.read_bytes().startswith(before)
    assert without_seconds(verdicts_in(file)) == without_seconds(undisturbed.lines)
    assert resumed.out.splitlines()[:31] == undisturbed.finished.out.splitlines()[:31]
    assert resumed.out.splitlines()[-1] == f"{done} of them were in {file} already."


def test_torn_line_is_mended_and_foreign_lines_are_left_alone(untouched: Path, tmp_path: Path) -> None:
    cohort = copies(tmp_path / "cohort", 4)
    whole = judged(untouched, cohort, tmp_path).lines
    file = tmp_path / "torn.jsonl"
    lines = [json.dumps(line, ensure_ascii=False) for line in whole]
    foreign = ["no verdict", '{"problem": "problem_001", "candidate": null}']
    file.write_text("\n".join([lines[0], *foreign, lines[1], lines[2][:-9]]), encoding="utf-8")

    resumed = runner(untouched, "--cohort", cohort, "--json", file, "--resume", "--junit", tmp_path / "resumed.xml")

    assert f"The last line of {file} was torn; it is cut off, and that attempt is judged again." in resumed.err
    assert f"Line 2 and 1 more of {file} cannot be read as a verdict on a candidate" in resumed.err
    written = file.read_text(encoding="utf-8").splitlines()
    assert written[:4] == [lines[0], *foreign, lines[1]]
    assert without_seconds([json.loads(line) for line in [written[0], *written[3:]]]) == without_seconds(whole)
    assert len(list(ElementTree.parse(tmp_path / "resumed.xml").getroot())) == 4


@pytest.mark.parametrize(
    "change",
    [
        {"status": "great"},
        {"status": None},
        {"status": "pass", "passed": 0},
        {"passed": True},
        {"passed": 1.0},
        {"passed": -1},
        {"passed": 99},
        {"total": "3"},
        {"message": ["x"]},
        {"tests": {}},
        {"tests": [1, 2, 3]},
        {"tests": [{}, {}, {}]},
        {"tests": []},
        {"status": "pass", "passed": 3},
        {"seconds": "1"},
        {"seconds": ...},
        {"candidate": 1},
        {"problem": None},
    ],
)
def test_a_line_that_no_run_has_written_counts_for_nothing(
    tmp_path: Path, change: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    tests = tuple(Told(Known(f"test_{at}", "R1", len), "fail" if at else "pass") for at in range(3))
    verdict = Verdict("problem_001", "gone.py", tests, 0.1, candidate="ada")
    line = json.loads(verdict.as_json(with_code=False))
    changed = {key: value for key, value in (line | change).items() if value is not ...}
    file = tmp_path / "verdicts.jsonl"
    file.write_text("".join(json.dumps(each) + "\n" for each in (line, changed)), encoding="utf-8")
    asked = [Submission("ada", "problem_001", tmp_path / "gone.py", "gone.py")]

    with Ledger(file, None, True, asked) as ledger:
        assert ledger.outcomes == {("ada", "problem_001"): Outcome("fail", 1, 3)}
    assert f"Line 2 of {file} cannot be read as a verdict" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there are no locks that end with a process")
def test_two_runs_do_not_write_to_one_file(untouched: Path, tmp_path: Path) -> None:
    cohort, file = copies(tmp_path / "cohort", 1), tmp_path / "verdicts.jsonl"
    with Ledger(file, None, True, []):
        refused = runner(untouched, "--cohort", cohort, "--json", file, "--resume")

    assert (refused.status, refused.out) == (2, "")
    assert refused.err == f"runner.py: Another run is writing {file}; wait until it is done, or name another file.\n"
    assert runner(untouched, "--cohort", cohort, "--json", file, "--resume").status == 0


def test_resuming_what_is_complete_judges_nothing(untouched: Path, tmp_path: Path) -> None:
    cohort = copies(tmp_path / "cohort", 2)
    first = judged(untouched, cohort, tmp_path)
    again = judged(untouched, cohort, tmp_path, "--resume")
    assert again.lines == first.lines
    assert again.finished.status == first.finished.status
    assert ElementTree.tostring(again.suites[0]) == ElementTree.tostring(first.suites[0])


def test_resuming_judges_again_what_was_replaced(untouched: Path, tmp_path: Path) -> None:
    cohort = copies(tmp_path / "cohort", 2)
    first = judged(untouched, cohort, tmp_path)
    replaced = sorted(cohort.iterdir())[0]
    (replaced / "problem_001.py").write_text(LOST, encoding="utf-8")
    again = judged(untouched, cohort, tmp_path, "--resume")
    assert again.lines[:2] == first.lines
    assert [(line["candidate"], line["status"]) for line in again.lines[2:]] == [(replaced.name, "fail")]
    assert "One attempt was replaced since" in again.finished.err
    assert again.suites[0].attrib["failures"] == "1"
    assert judged(untouched, cohort, tmp_path, "--resume").lines == again.lines


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_interrupted_run_reports_what_is_done_and_how_to_go_on(
    untouched: Path, tmp_path: Path, number: signal.Signals
) -> None:
    cohort, file, junit = copies(tmp_path / "my cohort", 30), tmp_path / "verdicts.jsonl", tmp_path / "verdicts.xml"
    options: list[str | Path] = ["--json", file, "--junit", junit, "--jobs", "1", "--shard", "1/1"]
    with started(untouched, tmp_path, "--cohort", cohort, *options) as command:
        wait_for_lines(file, 2, command)
        command.send_signal(number)
        out, err = command.communicate()
    assert list(tmp_path.glob("judge-attempt-*")) == []
    done = len(verdicts_in(file))
    assert command.returncode == 130
    assert 2 <= done < 30
    assert re.search(rf"^{done} attempts, ", out, re.MULTILINE)
    told = f"To go on: python runner.py --cohort '{cohort}' --json {file} --resume --junit {junit} --shard 1/1 --jobs 1"
    assert err == f"Interrupted: {done} of 30 judged.\n{told}\n"
    assert len(list(ElementTree.parse(junit).getroot())) == done


def test_file_with_verdicts_is_not_written_to_without_resume(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cohort, file = copies(tmp_path / "cohort", 1), tmp_path / "verdicts.jsonl"
    (cohort / "c00/problem_001.py").rename(cohort / "c00/problem_119.py")
    file.write_text("{}\n")
    assert cli.main(["--cohort", str(cohort), "--json", str(file)]) == 2
    assert "holds something already; add --resume to go on after it, or name another file." in capsys.readouterr().err
    assert file.read_text() == "{}\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--cohort", "none"], "There is no folder none"),
        (["--cohort", ".", "119"], "There is nothing to judge in .;"),
        (["--cohort", ".", "99999"], "There is no problem '99999'"),
        (["--cohort", ".", "--jobs", "0"], "--jobs takes a number from 1 on"),
        (["--cohort", ".", "--jobs", "many"], "invalid int value"),
        (["--cohort", ".", "--resume"], "--resume needs --json FILE"),
        (["--cohort", ".", "119", "--solution", "x.py"], "leave out either"),
        (["119", "--shard", "1/2"], "--shard goes with --cohort"),
        (["--junit", "x.xml"], "--junit goes with judging"),
    ],
)
def test_wrong_command_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(arguments) == 2
    assert said in capsys.readouterr().err
