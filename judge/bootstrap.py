"""Makes sure that pytest and pytest-timeout are there, in `.venv` where the running Python lacks them.

One file, `.venv/made-by-runner`, tells all about `.venv`. If it exists, the folder is ours, to be built anew at need.
It is empty while the folder is half-made, and says what went in once that is complete. It is locked during a set-up.
"""

import os
import sys
import time
from importlib.util import find_spec

OLDEST_PYTEST = 8
MARKER = "made-by-runner"
# Tells the interpreter that is handed over to how often that has happened, so that it cannot go on for ever.
HANDED_OVER = "RUNNER_HANDED_OVER"
NEEDS_NO_SETUP = {"-h", "--help", "--version"}


class SetupError(Exception):
    """What keeps the set-up from succeeding: one sentence for the user, with what to do."""


def ensure(root: str, argv: list[str]) -> None:
    """Return if pytest and pytest-timeout can be imported; else go on in `.venv`, made at need, and do not return.

    `root` is the project's folder, `argv` the arguments of runner.py. Raises SetupError where neither is possible.
    """
    try:
        handed_over = int(os.environ.pop(HANDED_OVER, "0"))
    except ValueError:  # Somebody else's variable of that name.
        handed_over = 0
    if not NEEDS_NO_SETUP.isdisjoint(argv) or _present():
        return
    venv = os.path.join(root, ".venv")
    try:
        if not _ours(venv):
            if not os.path.exists(_python(venv)):
                raise SetupError(NO_PYTHON)
            if handed_over:
                raise SetupError(OTHERS_VENV.format(python=_python(venv), root=root))
        elif handed_over or not (_complete(venv) and os.path.exists(_python(venv))):
            if handed_over > 1:
                raise SetupError(STILL_MISSING.format(venv=venv))
            _set_up(venv)
        _hand_over(root, venv, argv, handed_over + 1)
    except OSError as error:
        raise SetupError(NOT_WRITABLE.format(reason=f"{error.strerror}: {error.filename or venv}")) from error


def _present() -> bool:
    """Tell whether the running Python can import both, without importing them.

    A pytest that is too old counts as missing. Its version is read off the name of the folder that pip leaves beside
    it; where there is none (a source checkout), it is taken as it is.
    """
    pytest = _has("pytest")
    if not (pytest and _has("pytest_timeout")):
        return False
    beside = os.path.dirname(os.path.dirname(pytest))
    names = os.listdir(beside) if os.path.isdir(beside) else []
    majors = [name.removeprefix("pytest-").partition(".")[0] for name in names if name.startswith("pytest-")]
    return all(int(major) >= OLDEST_PYTEST for major in majors if major.isdigit())


def _has(module: str) -> str | None:
    """Return the file of a module, or None if there is none: an empty folder of that name imports, but is no module."""
    spec = find_spec(module)
    return spec.origin if spec else None


def _python(venv: str) -> str:
    return os.path.join(venv, "Scripts", "python.exe") if os.name == "nt" else os.path.join(venv, "bin", "python")


def _ours(venv: str) -> bool:
    """Tell whether `.venv` may be built anew: it is missing, empty, or made by an earlier run."""
    if not os.path.lexists(venv) or os.path.exists(os.path.join(venv, MARKER)):
        return True
    return os.path.isdir(venv) and not os.listdir(venv)


def _content(venv: str) -> bytes:
    """Return what the marker of a complete `.venv` says."""
    with open(os.path.join(os.path.dirname(venv), "requirements.txt"), "rb") as requirements:
        return b"runner.py made this folder from:\n" + requirements.read()


def _complete(venv: str) -> bool:
    try:
        with open(os.path.join(venv, MARKER), "rb") as marker:
            return marker.read() == _content(venv)
    except FileNotFoundError:
        return False


def _hand_over(root: str, venv: str, argv: list[str], times: int) -> None:
    command = [_python(venv), os.path.join(root, "runner.py"), *argv]
    environment = _environment() | {HANDED_OVER: str(times)}
    if os.name != "nt":
        os.execve(command[0], command, environment)
    # On Windows, exec ends this process at once, and the shell would not wait for the new one.
    import signal
    import subprocess

    child = subprocess.Popen(command, env=environment)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the child gets the Ctrl-C too, and answers it
    sys.exit(child.wait())


def _environment() -> dict[str, str]:
    """Return an environment in which the Python of `.venv` takes no modules from another one's folders."""
    return {name: value for name, value in os.environ.items() if name not in ("PYTHONHOME", "PYTHONPATH")}


def _set_up(venv: str) -> None:
    """Build `.venv` anew, unless another run does so at this moment: then wait until it is done."""
    import contextlib

    os.makedirs(venv, exist_ok=True)
    with open(os.path.join(venv, MARKER), "a+b", buffering=0) as marker:
        _lock(marker.fileno())
        marker.seek(0)
        if marker.read() == _content(venv) and _imports(venv, marker.fileno()):
            return
        print("Setting up: pytest and pytest-timeout go into .venv (once, about 10 s) ...", file=sys.stderr, flush=True)
        marker.truncate(0)
        try:
            _clear(venv)
            _build(venv, marker.fileno())
            marker.write(_content(venv))
        except BaseException:
            with contextlib.suppress(OSError):
                marker.truncate(0)
                _clear(venv)
            raise


def _lock(file: int) -> None:
    """Wait until no other set-up holds `file`; the system frees it when its last holder ends, however that ends."""
    start = time.monotonic()
    said = False
    while not _try_lock(file):
        if not said and time.monotonic() - start > 1:
            said = True
            print("Another run is setting up .venv; waiting for it ...", file=sys.stderr, flush=True)
        time.sleep(0.05)


def _try_lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(file, 1 << 20, os.SEEK_SET)  # past the end: nobody else may read a locked byte
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        # Another error than "held" means a file system without locks: go on, rather than wait for ever.
        return sys.platform != "win32" and not isinstance(error, BlockingIOError)
    return True


def _clear(venv: str) -> None:
    import shutil

    for entry in list(os.scandir(venv)):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry)
        elif entry.name != MARKER:
            os.unlink(entry)


def _build(venv: str, lock: int) -> None:
    # `.venv` may itself be running, and was just cleared: then the Python that it was made from makes it anew.
    inside = os.path.realpath(sys.prefix) == os.path.realpath(venv)
    maker = getattr(sys, "_base_executable", sys.executable) if inside else sys.executable
    python = _python(venv)
    pip = [python, "-m", "pip"]
    steps = [[maker, "-m", "venv", "--without-pip", venv], [python, "-m", "ensurepip", "--default-pip"]]
    if not (_has("venv") and _has("ensurepip")):
        # Debian keeps both in a package of their own; but a pip that is there can install into a folder without one.
        if not (_has("venv") and _has("pip")):
            raise SetupError(NO_VENV.format(python=maker))
        pip = [maker, "-m", "pip", "--python", python]
        del steps[1]
    for step in steps:
        done, output = _run(step, venv, lock)
        if not done:
            raise SetupError(NOT_MADE.format(reason=_reason(output)))
    options = ["--disable-pip-version-check", "--quiet", "--no-input", "--no-user"]
    done, output = _run([*pip, "install", *options, "-r", "requirements.txt"], venv, lock)
    if not (done and _imports(venv, lock)):
        raise SetupError(NOT_INSTALLED.format(reason=_reason(output)))


def _imports(venv: str, lock: int) -> bool:
    try:
        return _run([_python(venv), "-c", "import pytest, pytest_timeout"], venv, lock)[0]
    except OSError:
        return False


def _run(command: list[str], venv: str, lock: int) -> tuple[bool, str]:
    """Run a step of the set-up; return whether it succeeded, and its output."""
    import subprocess

    # Without a network, an answer within seconds; the user's own variables come later and win.
    impatient = {"PIP_RETRIES": "1", "PIP_DEFAULT_TIMEOUT": "15"}
    finished = subprocess.run(
        command,
        cwd=os.path.dirname(venv),  # where -m looks first
        env=impatient | _environment() | {"PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
        # If this process is killed, the lock holds until its child, too, has stopped writing into `.venv`.
        pass_fds=() if os.name == "nt" else (lock,),
    )
    return finished.returncode == 0, finished.stdout


def _reason(output: str) -> str:
    """Return the one line that says best why a tool failed."""
    if "Retrying (" in output:
        return "the package index cannot be reached"
    lines = [line.strip() for line in output.splitlines() if line.strip()] or ["no reason given"]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
    return (errors or lines)[-1][:200].rstrip(".")


NO_PYTHON = (
    "pytest and pytest-timeout are missing and the .venv in this folder, which runner.py did not make, has no Python "
    "in it: rename or delete .venv and run this again."
)
OTHERS_VENV = (
    "The .venv in this folder was not made by runner.py and lacks pytest 8 or newer, or pytest-timeout: type "
    '"{python}" -m pip install -r "{root}/requirements.txt", or rename .venv, and run this again.'
)
STILL_MISSING = (
    "pytest 8 or newer, or pytest-timeout, is still missing in the .venv that runner.py made: restore "
    "requirements.txt, delete {venv} and run this again."
)
NOT_WRITABLE = (
    "pytest and pytest-timeout are missing and .venv cannot be made ({reason}): copy the project to a folder that you "
    "can write to, or run it with a Python that has both (pip install -r requirements.txt)."
)
NO_VENV = (
    "pytest and pytest-timeout are missing and {python} lacks the venv module that would set them up: type "
    "sudo apt install python3-venv on Debian or Ubuntu, use another Python elsewhere, and run this again."
)
NOT_MADE = (
    "pytest and pytest-timeout are missing and .venv cannot be made ({reason}): run this again with another Python, or "
    "with one that has both (pip install -r requirements.txt)."
)
NOT_INSTALLED = (
    "pip could not install pytest and pytest-timeout ({reason}): check the network, or pip's settings for a mirror, "
    "and run this again, or run it with a Python that has both."
)
