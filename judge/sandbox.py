"""Confines the process that runs an attempt: limits everywhere, and on Linux Landlock and seccomp as well.

Both are kernel features that need no privileges and can never be taken off again. Landlock (see landlock(7)) is a list
of what may be read and written; seccomp.py refuses system calls by number. The numbers and structures below are those
of the kernel's public headers.
"""

import contextlib
import ctypes
import os
import signal
import site
import struct
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from judge import environment, seccomp

MEMORY = 1 << 30  # bytes of address space
FILE_SIZE = 16 << 20  # bytes in any one file
OPEN_FILES = 256
CPU_SECONDS = 120  # a last resort, should the judge itself be killed

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS, _PR_CAPBSET_DROP = 1, 38, 24
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_RULE_PATH_BENEATH = 1
_READ_FILE, _READ_DIR, _EXECUTE = 1 << 2, 1 << 3, 1 << 0
_WRITE_FILE, _TRUNCATE, _REMOVE_FILE, _MAKE_FILE = 1 << 1, 1 << 14, 1 << 5, 1 << 8
_READ = _READ_FILE | _READ_DIR
_SCRATCH = _READ | _WRITE_FILE | _TRUNCATE | _REMOVE_FILE | _MAKE_FILE
_CONNECT_AND_BIND_TCP = 0b11
_SCOPE_SOCKETS_AND_SIGNALS = 0b11
_M_ARENA_MAX = -8  # of mallopt(3)
_SYSTEM = (
    *("/usr", "/lib", "/lib64", "/bin", "/proc", "/sys/devices/system/cpu", "/dev/urandom", "/dev/random", "/dev/zero"),
    *(
        "/etc/ld.so.cache",
        "/etc/localtime",
        "/etc/mime.types",
        "/etc/ssl",
        "/etc/passwd",
        "/etc/group",
        "/etc/os-release",
    ),
)
# What an attempt may read of a problem's folder. attempt.py is not among them: somebody else's may lie there.
_OF_A_PROBLEM = ("lab.py", "stub.py", "spec.md", "problem.toml", "test_solution.py", "scenarios.py")
_COMPILED = frozenset(name.removesuffix(".py") for name in _OF_A_PROBLEM)


@dataclass(frozen=True)
class Protection:
    """One thing that keeps an attempt in bounds, and whether this machine has it."""

    name: str
    present: bool
    meaning: str


def protections() -> list[Protection]:
    """Return what this machine offers, most important first."""
    abi = landlock_abi()
    return [
        Protection(
            "landlock",
            abi >= 1,
            "an attempt cannot write your files, nor read solutions/ or home",
        ),
        Protection("seccomp", seccomp.is_ready(), "it starts and signals no processes, and opens no connections"),
        Protection("limits", sys.platform != "win32", "its memory, the size of its files and their number are bounded"),
        Protection("fork", hasattr(os, "fork"), "it is judged in a copy of the warm process: faster than a new one"),
    ]


def is_sandboxed() -> bool:
    """Tell whether an attempt can be kept from reading and writing where it should not."""
    return landlock_abi() >= 1 and seccomp.is_ready()


@cache
def landlock_abi() -> int:
    """Return the version of Landlock that the kernel offers, 0 if none."""
    if sys.platform != "linux":
        return 0
    version = _libc().syscall(_CREATE_RULESET, None, 0, 1)
    return max(int(version), 0)


def prepare(root: Path) -> None:
    """Look up now what every `confine` of a process that is forked of this one would look up again."""
    _libc()
    _readable(root)
    is_sandboxed()
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            environment.place()


def confine(root: Path, scratch: Path) -> None:
    """Confine this process for good: it may write only below `scratch`, and read neither solutions/ nor the home.

    Call it in a child, before any code of an attempt runs. What the machine does not offer is left out.
    """
    _limit()
    if sys.platform == "linux":
        # Each thread would set aside 128 MiB of addresses for its own, and a few would use up the limit.
        _libc().mallopt(_M_ARENA_MAX, 2)
        _drop_privileges()
        if landlock_abi():
            _landlock(_readable(root), str(root.resolve() / "problems"), scratch)
        if seccomp.is_ready():
            seccomp.refuse(_libc())


def _limit() -> None:
    if sys.platform == "win32":
        return
    import resource

    wanted = {
        resource.RLIMIT_AS: MEMORY,
        resource.RLIMIT_FSIZE: FILE_SIZE,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CPU: CPU_SECONDS,
        resource.RLIMIT_CORE: 0,
    }
    for what, limit in wanted.items():
        _, hard = resource.getrlimit(what)
        allowed = limit if hard == resource.RLIM_INFINITY else min(limit, hard)
        # macOS refuses some of these; then they are left as they are.
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(what, (allowed, allowed))


def die_with_parent(parent: int | None = None) -> None:
    """Let this process be killed when its parent ends, where the system offers that.

    If the number of the parent is given, and it has ended before, this process ends here.
    """
    if sys.platform == "linux":
        _libc().prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if parent is not None and os.getppid() != parent:
        os._exit(1)


def _drop_privileges() -> None:
    """Give up every capability, as root in a container has them, and die with the judge."""
    die_with_parent()
    libc = _libc()
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for capability in range(64):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = struct.pack("Ii", 0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this process
    libc.capset(header, struct.pack("6I", 0, 0, 0, 0, 0, 0))


@cache
def _readable(root: Path) -> list[str]:
    """Return what an attempt may read: the interpreter, its libraries, and the candidate's side of this project."""
    root = root.resolve()
    prefixes = {os.path.realpath(path) for path in (sys.prefix, sys.exec_prefix, sys.base_prefix, sys.base_exec_prefix)}
    # What else is on the path, as PYTHONPATH puts it there, may be any folder of the user's.
    libraries = {*prefixes, *map(os.path.realpath, site.getsitepackages()), os.path.realpath(_user_site())} - {"/"}
    paths = {os.path.realpath(path) for path in sys.path if path}
    entries = {*_SYSTEM, *libraries, *(path for path in paths if any(_holds(place, path) for place in libraries))}
    hidden = [os.path.realpath(root / name) for name in ("solutions", ".git")]
    shown = (part for entry in sorted(entries) for part in _around([str(root), *hidden], entry))
    safe = [path for path in shown if not any(_holds(place, path) for place in hidden)]
    return [*safe, str(root / "judge")]


def _of_problems(folder: str) -> Iterator[str]:
    """Yield the candidate's side of every problem in `folder`, file by file, and what Python made of it."""
    for problem in _listed(folder):
        place = f"{folder}/{problem}"
        yield from (f"{place}/{name}" for name in _OF_A_PROBLEM)
        compiled = f"{place}/__pycache__"
        yield from (f"{compiled}/{name}" for name in _listed(compiled) if name.partition(".")[0] in _COMPILED)


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _around(hidden: list[str], entry: str) -> Iterator[str]:
    """Yield `entry`, or where it holds any of the `hidden` folders, what is in it apart from these."""
    if not any(_holds(os.path.realpath(entry), place) for place in hidden):
        yield entry
    elif entry not in hidden:
        with contextlib.suppress(OSError), os.scandir(entry) as found:
            # A link leads to a place that is readable anyway, or one that should not be.
            inner = [child.path for child in found if not child.is_symlink()]
            for path in inner:
                yield from _around(hidden, path)


def _holds(folder: str, path: str) -> bool:
    return path == folder or path.startswith(f"{folder}/")


def _user_site() -> str:
    return site.USER_SITE or site.getusersitepackages()


def _landlock(readable: Iterable[str], problems: str, scratch: Path) -> None:
    abi = landlock_abi()
    handled = (1 << {1: 13, 2: 14, 3: 15, 4: 15}.get(abi, 16)) - 1
    attributes = struct.pack(
        "QQQ", handled, _CONNECT_AND_BIND_TCP * (abi >= 4), _SCOPE_SOCKETS_AND_SIGNALS * (abi >= 6)
    )
    size = 8 if abi < 4 else 16 if abi < 6 else 24
    libc = _libc()
    ruleset = libc.syscall(_CREATE_RULESET, attributes, size, 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "Landlock refused its rules")
    for path in readable:
        _allow(ruleset, path, _READ | _EXECUTE)
    _allow(ruleset, problems, _READ_DIR)
    for path in _of_problems(problems):
        _allow(ruleset, path, _READ_FILE)
    _allow(ruleset, os.devnull, _READ_FILE | _WRITE_FILE | _TRUNCATE & handled)
    # Plain files are all that a solution may leave behind: no folders, links or pipes, in whatever depth.
    _allow(ruleset, str(scratch), _SCRATCH & handled)
    if libc.syscall(_RESTRICT_SELF, ruleset, 0) < 0:
        raise OSError(ctypes.get_errno(), "Landlock could not be switched on")
    os.close(ruleset)


def _allow(ruleset: int, path: str, access: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # Not every system has every folder.
    try:
        if access & _READ_DIR and not os.path.isdir(path):
            access &= _READ_FILE | _WRITE_FILE | _EXECUTE | _TRUNCATE
        _libc().syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, struct.pack("=Qi", access, place), 0)
    finally:
        os.close(place)


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)
