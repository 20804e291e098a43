"""What a cohort's run has found so far: each outcome in memory, every whole verdict on disk."""

import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, BinaryIO

from judge import junit
from judge.faults import UserError
from judge.junit import Document
from judge.lines import Lines, documents, mend
from judge.locks import Held, locked
from judge.seal import digest_of
from judge.submissions import Submission
from judge.table import Outcome
from judge.terminal import warn
from judge.verdict import Verdict

Key = tuple[str, str]  # candidate, problem


def packed(verdict: Verdict, in_full: bool) -> bytes:
    """Return the outcome on a line of its own; if `in_full`, the JSON follows, which the parent need not read."""
    line = verdict.as_json().encode("utf-8", "backslashreplace") if in_full else b""
    head = json.dumps([verdict.status, verdict.passed, verdict.total, verdict.message])
    return head.encode() + b"\n" + line


_TEXT, _TEXT_OR_NONE, _STATUSES = (str,), (str, type(None)), ("pass", "fail", "error")
_OF_A_LINE: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(("candidate", "problem", "solution", "status"), _TEXT),
    **dict.fromkeys(("passed", "total"), (int,)),
    "message": _TEXT_OR_NONE,
    "seconds": (int, float),
    "tests": (list,),
}
_OF_A_TEST = {
    **dict.fromkeys(("name", "rule", "status"), _TEXT),
    **dict.fromkeys(("message", "output"), _TEXT_OR_NONE),
    "seconds": (int, float),
}


def _entry(document: dict[str, Any]) -> tuple[Key, Outcome]:
    """Return what a line says, and of whom. Raises ValueError for one that no cohort's run has written."""
    if not _holds(document, _OF_A_LINE) or not all(_holds(test, _OF_A_TEST) for test in document["tests"]):
        raise ValueError
    status, passed, tests = document["status"], document["passed"], document["tests"]
    of_tests = [test["status"] for test in tests]
    if document["total"] != len(tests) or passed != of_tests.count("pass") or not {status, *of_tests} <= set(_STATUSES):
        raise ValueError
    if status == "pass" and passed < len(tests):
        raise ValueError
    return (document["candidate"], document["problem"]), Outcome(status, passed, len(tests), document["message"])


def _locked(path: Path) -> int | None:
    """Return what keeps other runs from writing to the file as well, where the system has locks. Raises UserError."""
    try:
        return locked(path, os.O_WRONLY | os.O_CREAT)
    except Held:
        raise UserError(f"Another run is writing {path}; wait until it is done, or name another file.") from None
    except OSError:
        return None  # Whoever opens it to write says what is wrong with it.


def _holds(document: Any, kinds: dict[str, tuple[type, ...]]) -> bool:
    return type(document) is dict and all(type(document.get(key, ...)) in kinds[key] for key in kinds)


class Ledger:
    """The verdicts of one run, and those of an earlier one that it goes on after."""

    def __init__(self, json_file: Path | None, junit_file: Path | None, resume: bool, asked: list[Submission]) -> None:
        self.outcomes: dict[Key, Outcome] = {}
        self._junit = junit_file
        self._spool: BinaryIO | None = None
        self._places: dict[Key, int] = {}
        self._lines: Lines | None = None
        self._lock: int | None = None
        if junit_file:
            junit.ensure_writable(junit_file)
            self._spool = tempfile.TemporaryFile()
        if json_file:
            self._lock = _locked(json_file)
            if resume:
                self._read(json_file, {submission.key: submission for submission in asked})
            elif json_file.is_file() and json_file.stat().st_size:
                raise UserError(
                    f"{json_file} holds something already; add --resume to go on after it, or name another file."
                )
            self._lines = Lines(json_file)

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        if self._lines:
            self._lines.close()
        if self._lock is not None:
            os.close(self._lock)
        if self._spool:
            self._spool.close()

    @property
    def in_full(self) -> bool:
        """Whether anybody will read more of a verdict than its outcome."""
        return bool(self._lines or self._spool)

    def enter(self, key: Key, result: bytes) -> None:
        """Take down a verdict, as `packed` in a worker."""
        head, _, line = result.partition(b"\n")
        if self._lines:
            self._lines.append(line)
        self._keep(key, line)
        self.outcomes[key] = Outcome(*json.loads(head))

    def write_junit(self, keys: Iterable[Key]) -> None:
        """Write the JUnit file, if one was asked for, with the verdicts on `keys` in their order."""
        if self._junit:
            junit.write(self._junit, (self._document(key) for key in keys))

    def _read(self, path: Path, asked: dict[Key, Submission]) -> None:
        if mend(path):
            warn(f"The last line of {path} was torn; it is cut off, and that attempt is judged again.")
        foreign = []
        replaced: set[Key] = set()
        digests: dict[Key, str | None] = {}
        for number, line, found in documents(path):
            document = found or {}
            try:
                key, outcome = _entry(document)
            except ValueError:
                foreign.append(number)
                continue
            if key not in asked:
                continue
            if key not in digests:
                digests[key] = None if asked[key].refused else digest_of(asked[key].file)
            # Of several lines on one attempt the last one counts. Lines of old versions have no digest.
            if document.get("digest", digests[key]) == digests[key]:
                self.outcomes[key] = outcome
                self._keep(key, line)
                replaced.discard(key)
            else:
                self.outcomes.pop(key, None)
                replaced.add(key)
        if replaced:
            few = f"{len(replaced):,} attempts were" if len(replaced) > 1 else "One attempt was"
            warn(f"{few} replaced since {path} was written; judged again, and the last line on each counts.")
        if foreign:
            which = f"Line {foreign[0]}" + (f" and {len(foreign) - 1:,} more" if len(foreign) > 1 else "")
            warn(f"{which} of {path} cannot be read as a verdict on a candidate, and is left alone.")

    def _keep(self, key: Key, line: bytes) -> None:
        if self._spool:
            self._places[key] = self._spool.seek(0, os.SEEK_END)
            self._spool.write(line + b"\n")

    def _document(self, key: Key) -> Document:
        assert self._spool is not None
        self._spool.seek(self._places[key])
        document: Document = json.loads(self._spool.readline())
        return document
