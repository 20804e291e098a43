"""`--audit`: whether problems can be trusted, in one table, and a line for each fault."""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Lock

from judge.audit.fault import CHECKS, Fault, Findings, Mutants
from judge.audit.folder import missing
from judge.audit.work import MUTANTS, PARTS, STRIDE
from judge.cores import cores
from judge.lines import Lines
from judge.problem import Problem, find, names
from judge.report import crossed
from judge.signals import tidily
from judge.terminal import Paint, ProgressLine, write


@dataclass(frozen=True)
class Extent:
    """How much of an audit is made: its name, what is said of it, and the settings for `judge.audit.work`.

    Each of `parts` is made in a process of its own, in this order; together they are all that there are.
    """

    name: str
    remark: str
    settings: dict[str, str]
    parts: tuple[tuple[str, ...], ...] = tuple((part,) for part in PARTS)


WHOLE = Extent("", "", {})
EVERY_MUTANT = Extent(
    ", every mutant",
    "Mutants that passed played every eleventh scenario; --audit has them play all.",
    {STRIDE: "11"},
)
QUICK = Extent(
    ", a quick one",
    "A quick audit tries a part of the mutants; --audit without --quick tries all.",
    {MUTANTS: "10", STRIDE: "11"},
    (tuple(PARTS),),  # To start a process and to collect the tests would take longer than any one of them.
)


def run(
    root: Path, typed: Sequence[str], *, extent: Extent = WHOLE, color: bool = True, json_file: Path | None = None
) -> int:
    """Audit the problems that were `typed`, or all; return 0 if there is no fault, 1 if there is, 128+n at a signal."""
    problems = list({problem.name: problem for problem in (find(root, each) for each in typed or names(root))}.values())
    lines = Lines(json_file) if json_file else None
    paint = Paint.for_stream(sys.stdout, allowed=color)
    return tidily(partial(_audit, problems, extent, lines, paint))


def _audit(problems: list[Problem], extent: Extent, lines: Lines | None, paint: Paint) -> int:
    began = time.monotonic()
    found = _found(problems, extent)
    write(_report(found, time.monotonic() - began, extent, paint))
    if lines:
        for problem, findings in found.items():
            lines.append(json.dumps(_document(problem, findings), ensure_ascii=False))
        lines.close()
    return 1 if any(map(_all_faults, found.values())) else 0


def _found(problems: list[Problem], extent: Extent) -> dict[str, Findings]:
    """Make all parts of the audit of `problems`, side by side on all cores; return the findings by problem."""
    found = {problem.name: Findings() for problem in problems}
    tasks: list[tuple[Problem, tuple[str, ...]]] = []
    for problem in problems:
        if faults := list(missing(problem)):
            found[problem.name].made("folder", faults)  # What is there cannot be run without it.
        else:
            tasks += [(problem, parts) for parts in extent.parts]
    # What takes longest begins first.
    tasks.sort(key=lambda task: (extent.parts.index(task[1]), -task[0].tests.stat().st_size))
    running, progress = _Running(extent), ProgressLine()
    with ThreadPoolExecutor(cores()) as workers:
        waiting = {workers.submit(running.make, problem, parts): problem for problem, parts in tasks}
        try:
            for count, done in enumerate(as_completed(waiting), start=1):
                progress.show(f"{count} of {len(tasks)} parts done")
                _add(found[waiting[done].name], done.result())
        finally:
            workers.shutdown(wait=False, cancel_futures=True)
            running.stop()
            progress.clear()
    return found


def _add(findings: Findings, more: Findings) -> None:
    findings.mutants += more.mutants
    for check, faults in more.faults.items():
        findings.made(check, faults)


class _Running:
    """The processes that are at work on the parts of an audit."""

    def __init__(self, extent: Extent) -> None:
        self._environment = {**os.environ, **extent.settings}
        self._processes: set[subprocess.Popen[str]] = set()
        self._lock = Lock()
        self._stopped = False

    def make(self, problem: Problem, parts: tuple[str, ...]) -> Findings:
        """Return what some parts of the audit find; that they could not be made is a fault as well."""
        with self._lock:
            if self._stopped:
                return Findings()
            process = subprocess.Popen(
                [sys.executable, "-m", "judge.audit.work", problem.name, *parts],
                cwd=problem.root,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
            self._processes.add(process)
        out, err = process.communicate()
        with self._lock:
            self._processes.discard(process)
        if process.returncode == 0:
            with contextlib.suppress(ValueError, KeyError, TypeError):
                return _findings(out)
        broken = Fault(f"the audit itself ended with status {process.returncode}", _MEND, tuple(err.splitlines()[-12:]))
        return Findings({check: [broken] for part in parts for check in PARTS[part][0]})

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            for process in self._processes:
                process.kill()


def _findings(out: str) -> Findings:
    # Whatever the code of the problem prints comes before the last line.
    told = json.loads(out.rstrip("\n").rpartition("\n")[2])
    faults = {
        check: [Fault(fault["what"], fault["next"], tuple(fault["more"])) for fault in its]
        for check, its in told["faults"].items()
    }
    return Findings(faults, Mutants(**told["mutants"]))


def _all_faults(findings: Findings) -> list[tuple[str, Fault]]:
    """Return every fault with its check, in the order of the table."""
    return [(check, fault) for check in CHECKS for fault in findings.faults.get(check, [])]


def _report(found: dict[str, Findings], seconds: float, extent: Extent, paint: Paint) -> Iterator[str]:
    count = len(found)
    yield f"{paint('Audit', 'bold')} of {count} problem{'s' * (count != 1)}" + extent.name
    yield ""
    yield paint("       " + "".join(f"{check:>{_width(check)}}" for check in CHECKS), "dim")
    for problem, findings in found.items():
        marks = (_mark(check, findings, paint) for check in CHECKS)
        yield f"  {problem.removeprefix('problem_'):5}" + "".join(marks)
    yield ""
    yield paint("  mutants  tried  caught  alike  holes", "dim")
    for problem, findings in found.items():
        its = findings.mutants
        number = problem.removeprefix("problem_")
        yield f"  {number:7}{its.tried:7,}{its.caught:8,}{its.same:7,}{its.holes:7,}"
    total = 0
    for problem, findings in found.items():
        for check, fault in _all_faults(findings):
            total += 1
            yield ""
            said = f"{problem.removeprefix('problem_')} {check}: {fault.what}; {fault.next}."
            yield from crossed(said, paint)
            yield from (f"      {line}" for line in fault.more)
    yield ""
    verdict = f"{total} fault{'s' * (total != 1)}" if total else f"{'Every' if count > 1 else 'The'} problem holds"
    yield f"  {paint(verdict, 'red' if total else 'green')} ({seconds:.0f} s)"
    if extent.remark and not total:
        yield f"  {extent.remark}"


def _width(check: str) -> int:
    return len(check) + 2


def _mark(check: str, findings: Findings, paint: Paint) -> str:
    if check not in findings.faults:
        return "–".rjust(_width(check))
    faults = findings.faults[check]
    text, colour = (str(len(faults)), "red") if faults else ("✓", "green")
    return paint(text.rjust(_width(check)), colour)


def _document(problem: str, findings: Findings) -> dict[str, object]:
    """Return what `--json` writes of one problem."""
    return {
        "problem": problem,
        "status": "fail" if _all_faults(findings) else "pass",
        "checks": [
            {
                "name": check,
                "says": says,
                "status": _status(findings.faults.get(check)),
                "faults": [
                    {"what": fault.what, "next": fault.next, "more": list(fault.more)}
                    for fault in findings.faults.get(check, [])
                ],
            }
            for check, says in CHECKS.items()
        ],
        "mutants": vars(findings.mutants),
    }


def _status(faults: list[Fault] | None) -> str:
    return "not made" if faults is None else "fail" if faults else "pass"


_MEND = "mend what it stumbled over"
