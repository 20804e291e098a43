"""What this checkout remembers of your attempts, in one small SQLite file that may fail without failing a verdict."""

import contextlib
import itertools
import os
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from judge.standing import Score, Standing

if sys.platform != "win32":
    import fcntl
if TYPE_CHECKING:
    from sqlite3 import Connection

FILE_NAME = ".progress.sqlite"  # in the project root
_VERSION = 1
_TABLE = """CREATE TABLE standing (
    problem TEXT PRIMARY KEY, first_run REAL, attempts INTEGER, best_passed INTEGER, best_total INTEGER,
    last_passed INTEGER, last_total INTEGER, first_solved REAL, hints INTEGER)"""
_COLUMNS = "problem, first_run, attempts, best_passed, best_total, last_passed, last_total, first_solved, hints"
_SAVE = f"INSERT OR REPLACE INTO standing ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SELECT = f"SELECT {_COLUMNS} FROM standing"
_Result = TypeVar("_Result")


class Progress:
    """The progress file at `path`. No method raises because of the file; ask `take_warning` after using one.

    Each call opens the file and closes it again, which takes less than a millisecond: no connection is then open when
    the judge forks, and none outlives a file that was deleted during a long `--watch`.
    """

    def __init__(self, path: Path, patience: float = 0.2) -> None:
        """Remember where the file is; `patience` is how many seconds to wait for another program's lock."""
        self._path = path
        self._patience = patience
        self._warning: str | None = None

    def record(self, problem: str, *, passed: int, total: int, at: float) -> Standing:
        """Count one judging of the candidate's own attempt at the time `at`; return the new standing."""
        return self._change(problem, lambda standing: standing.judged(Score(passed, total), at))

    def begin(self, problem: str, *, at: float) -> Standing:
        """Take note that the problem was begun at the time `at`, without counting an attempt; return the standing."""
        return self._change(problem, lambda standing: standing.begun(at))

    def start_over(self, problem: str) -> Standing:
        """Forget the hints taken, so that a problem can be practised again; return the standing."""
        return self._change(problem, lambda standing: replace(standing, hints=0))

    def hint(self, problem: str) -> int:
        """Count one more hint taken; return how many that makes."""
        return self._change(problem, lambda standing: replace(standing, hints=standing.hints + 1)).hints

    def of(self, problem: str) -> Standing:
        """Return what is remembered of one problem: a blank standing if nothing is."""
        return self._use("read", lambda connection: _find(connection, problem)) or Standing(problem)

    def all(self) -> dict[str, Standing]:
        """Return what is remembered of every problem, by problem."""
        found = self._use("read", lambda connection: [_standing(row) for row in connection.execute(_SELECT)])
        return {standing.problem: standing for standing in found or ()}

    def take_warning(self) -> str | None:
        """Return one sentence about what went wrong since this was last asked, and forget it; None if all went well."""
        warning, self._warning = self._warning, None
        return warning

    def _change(self, problem: str, change: Callable[[Standing], Standing]) -> Standing:
        def save(connection: "Connection") -> Standing:
            new = change(_find(connection, problem))
            scores = (*(new.best or (None, None)), *(new.last or (None, None)))
            connection.execute(_SAVE, (problem, new.first_run, new.attempts, *scores, new.first_solved, new.hints))
            return new

        return self._use("saved", save) or change(self.of(problem))

    def _use(self, purpose: Literal["saved", "read"], work: Callable[["Connection"], _Result]) -> _Result | None:
        """Return what `work` does in one transaction; None if there is nothing to read or, with a warning, it fails."""
        try:
            found = _status(self._path)
            try:
                return _transaction(self._path, self._patience, purpose, work)
            except _Damaged:
                kept = _set_aside(self._path, self._patience, found)
            if kept:
                name = self._path.name
                self._warning = f"Progress starts over: {name} was damaged; the old file is kept as {kept.name}."
            return _transaction(self._path, self._patience, purpose, work)
        except _Unusable as error:
            self._warning = self._warning or f"Progress was not {purpose}: {error}."
        return None


class _Unusable(Exception):
    """The file cannot be used now; says why, and the next step."""


class _Damaged(_Unusable):
    """What the file holds is not what was written to it."""


def _transaction(
    path: Path, patience: float, purpose: Literal["saved", "read"], work: Callable[["Connection"], _Result]
) -> _Result | None:
    with _folder_lock(path, patience, moving=False):
        status = _status(path)
        # Looking at the list in a fresh checkout leaves no file behind, nor needs the right to write one.
        if purpose == "read" and (status is None or not status.st_size):
            return None
        try:
            # Here, because it takes some milliseconds that a run without progress need not pay.
            import sqlite3
        except ImportError as error:
            raise _Unusable("this Python was built without sqlite3; use one that has it") from error
        try:
            with contextlib.closing(sqlite3.connect(path, timeout=patience, isolation_level=None)) as connection:
                # A kill at any moment is still undone from the journal; only a power cut could damage the file.
                connection.execute("PRAGMA synchronous = OFF")
                # Taking the write lock before reading keeps two runners from counting on from the same number.
                connection.execute("BEGIN IMMEDIATE" if purpose == "saved" else "BEGIN")
                _prepare(connection, path.name)
                result = work(connection)
                connection.execute("COMMIT")
                return result
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise _explained(error, path) from error


def _explained(error: Exception, path: Path) -> _Unusable:
    # SQLITE_BUSY_RECOVERY, say, is a kind of SQLITE_BUSY. An error without a name is of Python's own wrapper, which
    # could not decode a damaged text.
    kind = "_".join(getattr(error, "sqlite_errorname", "SQLITE_CORRUPT").split("_")[:2])
    reason = _REASONS["folder" if path.is_dir() else kind if kind in _REASONS else "other"]
    fault = _Damaged if reason is _DAMAGED else _Unusable
    return fault(reason.format(name=path.name, error=error))


def _prepare(connection: "Connection", name: str) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > _VERSION:
        raise _Unusable(_REASONS["newer"].format(name=name))
    if version == _VERSION:
        return
    if version or connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        raise _Unusable(_REASONS["unknown"].format(name=name))
    connection.execute(_TABLE)
    connection.execute(f"PRAGMA user_version = {_VERSION}")


def _find(connection: "Connection", problem: str) -> Standing:
    row = connection.execute(f"{_SELECT} WHERE problem = ?", (problem,)).fetchone()
    return _standing(row) if row else Standing(problem)


def _standing(row: tuple[Any, ...]) -> Standing:
    problem, first_run, attempts, best_passed, best_total, last_passed, last_total, first_solved, hints = row
    try:
        return Standing(
            problem,
            first_run=None if first_run is None else float(first_run),
            attempts=_count(attempts),
            best=None if best_total is None else Score(_count(best_passed), _count(best_total)),
            last=None if last_total is None else Score(_count(last_passed), _count(last_total)),
            first_solved=None if first_solved is None else float(first_solved),
            hints=_count(hints),
        )
    except ValueError as error:
        raise _Damaged(_DAMAGED.format(name="the progress file")) from error


def _count(value: object) -> int:
    # SQLite checks the shape of its pages, not the values: a flipped bit can make a text, or a vast number, of a count.
    if not isinstance(value, int) or not 0 <= value < 2**53:
        raise ValueError(value)
    return value


def _set_aside(path: Path, patience: float, found: os.stat_result | None) -> Path | None:
    """Move the damaged file to the next free name; None if another runner has done so since it was `found`."""
    try:
        with _folder_lock(path, patience, moving=True):
            if found is None or not os.path.samestat(found, path.stat()):
                return None
            for number in itertools.count(1):
                kept = path.with_name(f"{path.name}.corrupt-{number}")
                with contextlib.suppress(FileExistsError):
                    # Creating the name claims it, so that the move replaces our own empty file and nobody else's.
                    kept.touch(exist_ok=False)
                    break
            os.replace(path, kept)
            return kept
    except FileNotFoundError:
        return None
    except OSError as error:
        raise _Damaged(_DAMAGED.format(name=path.name)) from error


@contextlib.contextmanager
def _folder_lock(path: Path, patience: float, *, moving: bool) -> Iterator[None]:
    """Let many use the file at once, or one move it; two would otherwise mix up the journals of the old and the new."""
    with contextlib.ExitStack() as held:
        # On Windows, a file that anyone has open cannot be moved.
        if sys.platform != "win32":
            kind = fcntl.LOCK_EX if moving else fcntl.LOCK_SH
            deadline = time.monotonic() + patience
            # Where the folder cannot be opened or locked, SQLite says better what is wrong, or nothing is.
            with contextlib.suppress(OSError):
                folder = os.open(path.parent, os.O_RDONLY)
                held.callback(os.close, folder)
                while not _locked(folder, kind | fcntl.LOCK_NB):
                    if time.monotonic() > deadline:
                        raise _Unusable(_LOCKED.format(name=path.name))
                    time.sleep(0.001)
        yield


def _locked(folder: int, kind: int) -> bool:
    if sys.platform != "win32":
        try:
            fcntl.flock(folder, kind)
        except BlockingIOError:
            return False
    return True


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.stat()
    except OSError:
        return None


_DAMAGED = "{name} is damaged and could not be set aside; delete it and run again"
_FORBIDDEN = "{name} cannot be opened or written; check its permissions and those of its folder"
_LOCKED = "{name} is locked by another program; close that program, and the next run is counted again"
_REASONS = {
    "SQLITE_BUSY": _LOCKED,
    "SQLITE_LOCKED": _LOCKED,
    "SQLITE_CORRUPT": _DAMAGED,
    "SQLITE_NOTADB": _DAMAGED,
    "SQLITE_CANTOPEN": _FORBIDDEN,
    "SQLITE_READONLY": _FORBIDDEN,
    "SQLITE_PERM": _FORBIDDEN,
    "SQLITE_FULL": "the disk is full; free some space, and the next run is counted again",
    "folder": "{name} is a folder; move it away and run again",
    "newer": "{name} was written by a newer version of this practice bank; update this copy with `git pull`",
    "unknown": "{name} is not a progress file of this practice bank; move it away and run again",
    "other": "{name} cannot be used ({error}); move it away and run again",
}
