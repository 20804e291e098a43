"""Times the judge against plain pytest on the same test file, in turn and in the same run; prints a table of ratios.

Run as ``python -m tests.bench`` (about a minute on a quiet machine). It works on a copy of the checkout, and neither
passes nor fails: a shared machine is too noisy for that. Medians of pairs, so that a drifting machine does not matter.
"""

import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge import compare, remembered
from judge.loading import load, public_names
from judge.play import Agreement
from judge.player import scenarios_module
from judge.problem import Problem, every

ROOT = Path(__file__).resolve().parent.parent.parent
PROBLEM = "problem_119"
PAIRS = 11
COHORT = 200
SAVES = 15
COMPARISONS = 3


def main() -> None:
    """Print the table."""
    with _checkout() as root:
        tests = f"problems/{PROBLEM}/test_solution.py"
        pytest = _timed(root, [sys.executable, "-m", "pytest", "-q", tests])
        single = _timed(root, [sys.executable, "runner.py", PROBLEM])
        plain, judged = _pairs(pytest, single)
        rows = [("plain pytest, one run", plain, 1.0), ("runner.py, one run", judged, judged / plain)]
        saved = statistics.median(_saves(root))
        rows.append(("--watch, from save to verdict", saved, saved / plain))
        each = _cohort(root) / COHORT
        rows.append((f"--cohort, each of {COHORT} attempts", each, each / plain))
    print(f"Python {sys.version.split()[0]}, {PROBLEM}, its reference as the attempt, medians of {PAIRS} pairs\n")
    print(f"{'':36}{'seconds':>9}{'ratio':>8}")
    for name, seconds, ratio in rows:
        print(f"{name:36}{seconds:9.3f}{ratio:8.2f}")
    print(
        f"\n{'--compare, reference with itself':36}{'scripts':>9}{'at first':>9}{'again':>9}{'each s':>9}{'ratio':>8}"
    )
    for problem in every(ROOT):
        scripts, alone, first, again = _compared(problem)
        print(f"{problem.name:36}{scripts:9,}{first:9.2f}{again:9.2f}{scripts / again:9,.0f}{again / alone:8.2f}")
    print("At first, the reference has to play as well. The ratio is of what follows to both of them in one process.")


@contextmanager
def _checkout() -> Iterator[Path]:
    """A copy of the checkout in which the attempt is the reference."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "checkout"
        leave = shutil.ignore_patterns(".git", ".venv*", "__pycache__", ".*_cache", ".progress*")
        shutil.copytree(ROOT, root, ignore=leave)
        shutil.copy(root / "solutions" / PROBLEM / "reference.py", root / "problems" / PROBLEM / "attempt.py")
        yield root


def _timed(root: Path, command: list[str]) -> Callable[[], float]:
    """Return a function that runs `command` to its end and returns the seconds of wall time."""

    def run() -> float:
        began = time.perf_counter()
        subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        return time.perf_counter() - began

    return run


def _pairs(one: Callable[[], float], other: Callable[[], float]) -> tuple[float, float]:
    """Return the median of each, run in turn; the first pair, which fills the caches, does not count."""
    pairs = [(one(), other()) for _ in range(PAIRS + 1)][1:]
    return statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)


def _saves(root: Path) -> list[float]:
    """Return the seconds from a save to its verdict, for a number of saves under ``--watch``."""
    attempt = root / "problems" / PROBLEM / "attempt.py"
    source = attempt.read_text(encoding="utf-8")
    command = [sys.executable, "-u", "runner.py", PROBLEM, "--watch"]
    seconds: list[float] = []
    with subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True) as watch:
        assert watch.stdout is not None
        try:
            _read_verdict(watch.stdout)
            for number in range(SAVES):
                began = time.perf_counter()
                attempt.write_text(f"{source}\n# {number}\n", encoding="utf-8")
                _read_verdict(watch.stdout)
                seconds.append(time.perf_counter() - began)
        finally:
            watch.kill()
    attempt.write_text(source, encoding="utf-8")
    return seconds


def _read_verdict(lines: Iterator[str]) -> None:
    for line in lines:
        if " passed" in line:
            return
    raise RuntimeError("--watch ended without a verdict")


def _cohort(root: Path) -> float:
    """Return the seconds that it takes to judge many copies of the reference."""
    folder = root / "cohort"
    for number in range(COHORT):
        candidate = folder / f"candidate {number:03}"
        candidate.mkdir(parents=True)
        shutil.copy(root / "solutions" / PROBLEM / "reference.py", candidate / f"{PROBLEM}.py")
    return _timed(root, [sys.executable, "runner.py", "--cohort", str(folder)])()


def _compared(problem: Problem) -> tuple[int, float, float, float]:
    """Return how many scripts there are, and the seconds to play them on two solutions: all that `main` prints."""
    file, space = problem.reference, scenarios_module(problem)
    solutions = [load(file, public_names(problem.stub)) for _ in range(2)]

    def alone() -> None:
        for scenario in space.scenarios():
            for solution in solutions:
                space.observe(solution, scenario)

    def compared() -> None:
        found.append(compare.played(problem, file, lambda _: None))

    found: list[object] = []
    seconds: list[tuple[float, float, float]] = []
    for _ in range(COMPARISONS):
        with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            patch.setattr(remembered, "FOLDER", folder)
            seconds.append((_seconds(alone), _seconds(compared), _seconds(compared)))
    (agreement,) = set(found)
    assert isinstance(agreement, Agreement)
    return (agreement.count, *map(statistics.median, zip(*seconds, strict=True)))


def _seconds(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    main()
