"""Runs the project's own tests, file by file on all cores, and a quick audit of every problem after them."""

import os
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from judge.audit import command
from judge.cores import cores
from judge.problem import names
from judge.terminal import write

_NO_TESTS = 5  # pytest.ExitCode.NO_TESTS_COLLECTED
_COUNT = re.compile(r"(\d+) (passed|failed|error|skipped)")


@dataclass(frozen=True)
class _Run:
    """How the tests of one file came out; `told` is what pytest printed."""

    file: str
    status: int
    told: str

    @property
    def passed(self) -> bool:
        """Whether nothing fell short. A file of which all was skipped ran no test, which pytest has a status for."""
        skipped = self.status == _NO_TESTS and self.counts.keys() == {"skipped"}
        return self.status == 0 or skipped

    @property
    def counts(self) -> Counter[str]:
        """How many tests passed, failed and so on, as pytest's last line says."""
        last = self.told.strip().rpartition("\n")[2]
        return Counter({what: int(number) for number, what in _COUNT.findall(last)})


def run(root: Path) -> int:
    """Run the tests in tests/, print a line for each file and what failed in it; return 0 if all is well, else 1.

    The audit of the problems follows, a quick one unless the variable EVERY_MUTANT is set.
    """
    # The largest files are the likeliest to take long, and what takes long had better begin early.
    files = sorted((root / "tests").glob("test_*.py"), key=lambda file: file.stat().st_size, reverse=True)
    write([f"The project's own tests, {len(files)} files; this takes a minute or two.", ""])
    total: Counter[str] = Counter()
    failed = False
    # One more than there are cores, since some of the tests wait for most of their time.
    with ThreadPoolExecutor(cores() + 1) as workers:
        runs = [workers.submit(_run_file, root, file.relative_to(root).as_posix()) for file in files]
        try:
            for number, done in enumerate(as_completed(runs), start=1):
                finished = done.result()
                total += finished.counts
                failed = failed or not finished.passed
                write(_lines(finished, f"{number:>2} of {len(files)}"))
        except KeyboardInterrupt:
            workers.shutdown(cancel_futures=True)
            write(["", "Interrupted; the files without a line were not run to their end."])
            raise
    skipped = f", {total['skipped']} skipped" if total["skipped"] else ""
    write(["", f"{total['passed']} passed, {total['failed'] + total['error']} failed{skipped}"])
    audited = 0
    if names(root):
        write([""])
        audited = command.run(
            root, [], extent=command.EVERY_MUTANT if os.environ.get("EVERY_MUTANT") else command.QUICK
        )
    return audited or (1 if failed else 0)


def _lines(finished: _Run, position: str) -> list[str]:
    """Return a line on one file, with all that pytest said where something failed."""
    mark = "✓" if finished.passed else "✗"
    outcome = finished.told.strip().rpartition("\n")[2].strip("= ")
    lines = [f"  {position}  {mark} {finished.file:<34} {outcome}"]
    return lines if finished.passed else [*lines, finished.told.strip(), ""]


def _run_file(root: Path, file: str) -> _Run:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--no-header", file]
    done = subprocess.run(
        command, cwd=root, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return _Run(file, done.returncode, done.stdout.decode("utf-8", "replace"))
