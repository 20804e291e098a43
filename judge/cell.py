"""The cell that an attempt runs in: what its process may still touch, and the one pipe on which it reports."""

import contextlib
import os
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from judge import environment, sandbox
from judge.loading import Public, Unjudgeable, describe, load, read_source

BROKEN = 97  # the exit status of a process whose own work, and not only a test, ended with an exception
_REPORTS = 3  # the descriptor of the pipe, once everything above it is closed
_leave = os._exit  # Kept here, since an attempt may have put something else in its place.


def live(reports: int, output: int, work: Callable[[], None]) -> NoReturn:
    """Do `work` in this process, and end with it. The descriptors are the pipes to the parent."""
    status = BROKEN
    try:
        redirect(reports, output)
        work()
        status = 0
    except BaseException:
        traceback.print_exc()  # It goes where the attempt's prints go.
    finally:
        # No other turn for exit handlers and threads that the attempt has left.
        _leave(status)


def redirect(reports: int, output: int) -> None:
    """Leave open what an attempt needs, and the pipe for reports; nothing else that the judge had open.

    What is printed goes to the descriptor `output`, and there is nothing to be read from the keyboard.
    """
    nothing = os.open(os.devnull, os.O_RDONLY)
    for source, target in ((nothing, 0), (output, 1), (output, 2), (reports, _REPORTS)):
        os.dup2(source, target)
    if sys.platform != "win32":  # A process there inherits nothing but what it is given.
        os.closerange(_REPORTS + 1, os.sysconf("SC_OPEN_MAX"))
    for name, stream in (("stdin", 0), ("stdout", 1), ("stderr", 2)):
        mode = "r" if stream == 0 else "w"
        opened = open(stream, mode, encoding="utf-8", errors="backslashreplace", buffering=1, closefd=False)
        setattr(sys, name, opened)
        setattr(sys, f"__{name}__", opened)
    sys.breakpointhook = _no_terminal


def admit(path: Path, public: Public, root: Path, scratch: Path, source: bytes | None = None) -> ModuleType:
    """Confine this process for good, and return the file at `path` as a module.

    `scratch` is where files go that are named without a folder, or are temporary. `source` is taken for the content of
    the file, if it is given. Raises Unjudgeable, also where the file would rather end the program.
    """
    # In this process and not in the parent, from which the processes of other candidates are forked.
    source = read_source(path) if source is None else source
    os.chdir(scratch)
    environment.forget()
    os.environ.update(HOME=str(scratch), TMPDIR=str(scratch))
    tempfile.tempdir = None
    sandbox.confine(root, scratch)
    try:
        return load(path, public, source)
    except Unjudgeable:
        raise
    except BaseException as left:
        raise Unjudgeable(f"{path.name} raises {describe(left)} while it is imported; take that out.") from None


def report(message: bytes) -> None:
    """Write the whole `message` to the pipe."""
    while message:
        message = message[os.write(_REPORTS, message) :]


def end_of_output(token: str) -> bytes:
    """Return what ends the output of one test."""
    return f"\0{token}\0".encode()


def flush(token: str) -> None:
    """Send on what was printed so far, as the output of one test."""
    for stream in (sys.stdout, sys.stderr):
        # The attempt may have closed or replaced it; then there is nothing to flush.
        with contextlib.suppress(Exception):
            stream.flush()
    with contextlib.suppress(OSError):
        os.write(1, end_of_output(token))


@contextlib.contextmanager
def unheard() -> Iterator[None]:
    """Let what is printed meanwhile go nowhere."""
    kept = os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()
        for target, descriptor in zip((1, 2), kept, strict=True):
            os.dup2(descriptor, target)
        for descriptor in (*kept, nowhere):
            os.close(descriptor)


def _no_terminal(*_: object, **__: object) -> None:
    raise RuntimeError("breakpoint() needs a terminal; run pytest on the folder with --pdb, as README says")
