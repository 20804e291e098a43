"""A copy of the checkout with two toy problems in it, and the real command run there in a process of its own."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TOY = Path(__file__).resolve().parent / "toy"
GOLDEN = Path(__file__).resolve().parent / "golden"
COPIED = ("runner.py", "judge", "conftest.py", "pyproject.toml", "requirements.txt")
# What the caller's own shell may set and what would change what the command says.
UNWANTED = ("NO_COLOR", "TERM", "PYTEST_", "PYTHON", "RUNNER_", "UPDATE_GOLDEN")

SOLVED = (TOY / "solutions/problem_001/reference.py").read_text(encoding="utf-8")
SOLVED_RUN = (TOY / "solutions/problem_002/reference.py").read_text(encoding="utf-8")
LOST = (TOY / "solutions/problem_001/mistakes/answer_in_the_last_step_is_lost.py").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Finished:
    """What a run of the command left behind: its exit status, standard output and standard error."""

    status: int
    out: str
    err: str


@dataclass(frozen=True)
class Judged:
    """An attempt that was judged: its verdict as JSON, and as the terminal showed it."""

    verdict: dict[str, Any]
    shown: str

    def test(self, name: str) -> dict[str, Any]:
        """Return what the verdict says of one test."""
        (found,) = (test for test in self.verdict["tests"] if test["name"] == name)
        return dict(found)

    def statuses(self) -> dict[str, str]:
        """Return the status of each test by its name, in the order of the verdict."""
        return {test["name"]: test["status"] for test in self.verdict["tests"]}


def make_checkout(folder: Path) -> Path:
    """Copy the checkout to `folder`, with the toy problems in place of the real ones."""
    shutil.copytree(TOY, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for name in COPIED:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy2
        copy(ROOT / name, folder / name)
    return folder


def environment(**changes: str) -> dict[str, str]:
    """Return an environment in which the command behaves the same in every shell, with `changes` on top."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(UNWANTED)}
    return {**kept, "COLUMNS": "80", "PYTHONUTF8": "1", **changes}


def python(*arguments: str | Path, cwd: Path, **changes: str) -> Finished:
    """Run this Python with `arguments` in the folder `cwd`; `changes` are environment variables."""
    finished = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env=environment(**changes),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    return Finished(finished.returncode, finished.stdout, finished.stderr)


def runner(checkout: Path, *arguments: str | Path, cwd: Path | None = None, **changes: str) -> Finished:
    """Run runner.py of `checkout`, from there or from the folder `cwd`."""
    return python(checkout / "runner.py", *arguments, cwd=cwd or checkout, **changes)


def attempt_at(checkout: Path, problem: str = "problem_001") -> Path:
    """Return the path of the candidate's own file."""
    return checkout / "problems" / problem / "attempt.py"


def write_attempt(checkout: Path, source: str | bytes, problem: str = "problem_001") -> Path:
    """Put `source` in the candidate's own file and return its path."""
    path = attempt_at(checkout, problem)
    path.write_bytes(source.encode() if isinstance(source, str) else source)
    return path


def verdicts_in(file: Path) -> list[dict[str, Any]]:
    """Return the verdicts of a file that --json wrote, one a line."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def judge_each(checkout: Path, attempts: Mapping[str, str | bytes], problem: str = "problem_001") -> dict[str, Judged]:
    """Judge each of `attempts` at a copy of `problem`, all in one run of the command; return them by their names.

    Starting the command takes longer than judging. In what comes back, each copy bears the name of `problem` again.
    """
    copies = {f"problem_{number}": name for number, name in enumerate(attempts, start=101)}
    for copy, name in copies.items():
        shutil.copytree(checkout / "problems" / problem, checkout / "problems" / copy)
        write_attempt(checkout, attempts[name], copy)
    finished = runner(checkout, *copies, "--json", checkout / "verdicts.jsonl")
    assert finished.err == ""
    # The reports are separated by a blank line, and each begins with the name of its problem.
    starts = [finished.out.index(f"{copy} · ") for copy in copies]
    reports = [finished.out[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    verdicts = verdicts_in(checkout / "verdicts.jsonl")
    assert [verdict["problem"] for verdict in verdicts] == list(copies)
    return {
        name: Judged(verdict, report.rstrip("\n").replace(copy, problem) + "\n")
        for (copy, name), verdict, report in zip(copies.items(), verdicts, reports, strict=True)
    }


def assert_golden(name: str, shown: str) -> None:
    """Compare what the terminal showed with golden/NAME.txt, durations aside.

    After an intended change, write the files anew with ``UPDATE_GOLDEN=1 python -m pytest tests`` and read the diff as
    a candidate would.
    """
    file = GOLDEN / f"{name}.txt"
    told = re.sub(r"\b\d+\.\d\d s\b", "<seconds>", shown)
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(told, encoding="utf-8", newline="\n")
    assert told == file.read_text(encoding="utf-8")
