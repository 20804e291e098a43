"""The candidate's own file: made from the stub, kept when starting over, never overwritten."""

import contextlib
import itertools
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from judge.faults import UserError

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def ensure_attempt(problem_folder: Path) -> bool:
    """Copy stub.py to attempt.py if there is none yet; return whether it was made.

    Raises UserError if something that is not a file is in its place, or if it cannot be written.
    """
    attempt = problem_folder / "attempt.py"
    with _told(attempt):
        while not _is_there(attempt):
            if _put(attempt, _stub(problem_folder)):
                return True
    return False


def reset_attempt(problem_folder: Path) -> Path | None:
    """Put a fresh stub in attempt.py; return where the old attempt is kept, or None if there was none.

    The old one becomes attempt-1.py, or the next number that is free. Raises UserError as `ensure_attempt` does.
    """
    attempt = problem_folder / "attempt.py"
    # Read before anything moves: without a stub there is nothing to start over from.
    stub = _stub(problem_folder)
    with _told(attempt):
        kept = _keep(attempt) if _is_there(attempt) else None
        _put(attempt, stub)
    return kept


def is_unedited(attempt_path: Path, stub_path: Path) -> bool:
    """Tell whether an attempt is still the stub, but for line ends, a byte order mark and blank space at line ends.

    A file that cannot be read counts as edited: whoever loads it next says better what is wrong with it.
    """
    try:
        return _lines(attempt_path) == _lines(stub_path)
    except OSError:
        return False


def _lines(path: Path) -> list[bytes]:
    # Bytes, not text, so that an attempt in whatever encoding can be compared.
    text = path.read_bytes().removeprefix(_BYTE_ORDER_MARK).rstrip()
    return [line.rstrip() for line in text.splitlines()]


def _is_there(attempt: Path) -> bool:
    try:
        mode = attempt.stat().st_mode
    except FileNotFoundError:
        if attempt.is_symlink():
            raise UserError(f"{_short(attempt)} is a link that leads nowhere; remove it and run again.") from None
        return False
    if stat.S_ISREG(mode):
        return True
    kind = "a folder" if stat.S_ISDIR(mode) else "not an ordinary file"
    raise UserError(f"{_short(attempt)} is {kind}; move it away and run again.")


def _stub(problem_folder: Path) -> bytes:
    stub = problem_folder / "stub.py"
    try:
        return stub.read_bytes()
    except OSError as error:
        raise UserError(
            f"{_short(stub)} cannot be read ({error.strerror}); restore it with `git checkout -- {_short(stub)}`."
        ) from error


def _put(attempt: Path, content: bytes) -> bool:
    """Write a whole new attempt, or none: return False if one has appeared meanwhile, which then stays."""
    # The name falls under the `attempt*.py` that git ignores, should a kill leave it behind.
    draft = attempt.with_name(f"attempt.{os.urandom(6).hex()}.py")
    try:
        draft.write_bytes(content)
        try:
            # Unlike a rename, a link never replaces what is there.
            os.link(draft, attempt)
        except FileExistsError:
            return False
        except OSError:
            # Some file systems, such as exFAT, have no links.
            return _move_to_free_name(draft, attempt)
    finally:
        draft.unlink(missing_ok=True)
    return True


def _keep(attempt: Path) -> Path | None:
    """Move an attempt to the next free name; None if another run has just moved it."""
    for number in itertools.count(1):
        kept = attempt.with_name(f"attempt-{number}.py")
        try:
            if _move_to_free_name(attempt, kept):
                return kept
        except FileNotFoundError:
            break
    return None


def _move_to_free_name(source: Path, target: Path) -> bool:
    """Move a file; return False if the name is taken."""
    try:
        # Creating the name claims it, so that the move replaces our own empty file and nobody else's.
        target.touch(exist_ok=False)
    except FileExistsError:
        return False
    try:
        os.replace(source, target)
    except OSError:
        target.unlink()
        raise
    return True


@contextlib.contextmanager
def _told(attempt: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise UserError(
            f"{_short(attempt)} cannot be written ({error.strerror}); check the permissions of its folder "
            "and the space on the disk."
        ) from error


def _short(path: Path) -> str:
    """Name a file as it is seen from the project root: problems/problem_119/attempt.py."""
    return "/".join(path.parts[-3:])
