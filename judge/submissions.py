"""Who handed in what: the attempts in a folder of candidates, sorted, and a sentence on whatever is none."""

import itertools
import os
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from judge.faults import UserError
from judge.problem import nearest
from judge.texts import printable_line

_NAME = re.compile(r"(problem_\d+)\.py")
_FEW = 3  # so many names stand for the rest


@dataclass(frozen=True, order=True)
class Submission:
    """One candidate's file for one problem. `shown` is its path as JSON names it.

    `refused` says why the file must not be judged, where that can be seen from outside.
    """

    candidate: str
    problem: str
    file: Path
    shown: str
    refused: str | None = None

    @property
    def key(self) -> tuple[str, str]:
        return self.candidate, self.problem


@dataclass
class Gathered:
    """The submissions in order of candidate and problem, and what was passed over, ready to print."""

    submissions: list[Submission] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def gather(folder: Path, wanted: Collection[str], known: Collection[str]) -> Gathered:
    """Return what `folder` holds as ``<candidate>/problem_119.py`` for the problems `wanted`, of all that are `known`.

    Raises UserError where it holds nothing to judge.
    """
    gathered = Gathered()
    stray: list[str] = []
    unknown: dict[str, list[str]] = {}
    idle: list[str] = []
    names: set[str] = set()
    for candidate in _entries(folder):
        name = _unlike(readable(candidate.name), names)
        names.add(name)
        if not os.path.isdir(candidate):  # Path.is_dir() raises for some links that lead nowhere.
            stray.append(name)
            continue
        foreign = _is_somebody_elses(candidate, folder)
        before = len(gathered.submissions)
        try:
            files = _entries(candidate)
        except UserError as fault:
            gathered.notes.append(str(fault))
            continue
        for file in files:
            found = _NAME.fullmatch(file.name)
            if not found:
                stray.append(f"{name}/{readable(file.name)}")
            elif found[1] not in known:
                unknown.setdefault(found[1], []).append(f"{name}/{file.name}")
            elif found[1] in wanted:
                shown = readable(file.as_posix())
                gathered.submissions.append(Submission(name, found[1], file, shown, _refusal(file, foreign)))
        if len(gathered.submissions) == before:
            idle.append(name)
    for problem, files_of_it in sorted(unknown.items()):
        guess = f" (did you mean {near}.py?)" if (near := nearest(problem, known)) else ""
        gathered.notes.append(f"There is no {problem} here{guess}; skipped: {_named(files_of_it)}.")
    if stray:
        gathered.notes.append(f"No attempts, so skipped: {_named(stray)}.")
    if not gathered.submissions:
        shown = printable_line(readable(str(folder)))
        advice = f"put each candidate's files into a folder of its own, such as {shown}/alice/{min(wanted)}.py."
        raise UserError(" ".join([*gathered.notes, f"There is nothing to judge in {shown}; {advice}"]))
    if idle:
        gathered.notes.append(f"Nothing to judge from: {_named(idle)}.")
    gathered.submissions.sort()
    return gathered


def part(submissions: list[Submission], shard: str | None) -> list[Submission]:
    """Return the part that ``K/N`` names: every N-th submission, beginning with the K-th. Raises UserError."""
    if shard is None:
        return submissions
    found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", shard)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise UserError(f"--shard takes K/N with K from 1 to N, such as 2/8, not {shard!r}.")
    return submissions[int(found[1]) - 1 :: int(found[2])]


def readable(name: str) -> str:
    """Return a file's name as text that can be written anywhere; bytes that are no UTF-8 become ``\\xff``."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


def _entries(folder: Path) -> list[Path]:
    """Return what is in `folder`, sorted; hidden entries and Python's own caches are none of our business."""
    shown = printable_line(readable(str(folder)))
    try:
        entries = [entry for entry in folder.iterdir() if not entry.name.startswith((".", "__pycache__"))]
    except FileNotFoundError:
        raise UserError(f"There is no folder {shown}; check what comes after --cohort.") from None
    except NotADirectoryError:
        raise UserError(
            f"{shown} is no folder; --cohort takes the one that holds a folder for each candidate."
        ) from None
    except OSError as error:
        raise UserError(f"{shown} cannot be read ({error.strerror}); mend its permissions.") from None
    return sorted(entries)


def _unlike(name: str, names: Collection[str]) -> str:
    """Return `name`, with a number where somebody else bears it: what is spelled out can equal what is a text."""
    numbered = (f"{name} ({number})" for number in itertools.count(2))
    return name if name not in names else next(other for other in numbered if other not in names)


def _is_somebody_elses(candidate: Path, folder: Path) -> bool:
    """Tell whether a candidate's folder is a link to another one in `folder`."""
    if not candidate.is_symlink():
        return False
    target, home = candidate.resolve(), folder.resolve()
    return target.is_relative_to(home) and not target.relative_to(home).as_posix().startswith(".")


def _refusal(file: Path, foreign: bool) -> str | None:
    """Return why a link is refused: it would judge somebody else's file, such as the reference, as the candidate's."""
    if foreign:
        return f"The candidate's folder is a link to somebody else's; put a folder with {file.name} in its place."
    if not file.is_symlink() or not os.path.exists(file):
        return None
    if file.resolve().is_relative_to(file.parent.resolve()):
        return None
    return f"{file.name} is a link to a file outside the candidate's folder; put the file itself in its place."


def _named(names: Iterable[str]) -> str:
    every = [printable_line(name) for name in names]
    more = len(every) - _FEW
    return ", ".join(every[:_FEW]) + (f" and {more:,} more" if more > 0 else "")
