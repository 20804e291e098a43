"""Confines the process that runs an attempt: limits everywhere, and on Linux Landlock and seccomp as well.

Both are kernel features that need no privileges and can never be taken off again. Landlock (see landlock(7)) is a list
of what may be read and written; seccomp (see seccomp(2)) refuses system calls by number. The numbers and structures
below are those of the kernel's public headers.
"""

import contextlib
import ctypes
import os
import platform
import signal
import struct
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

MEMORY = 1 << 30  # bytes of address space
FILE_SIZE = 16 << 20  # bytes in any one file
OPEN_FILES = 256
CPU_SECONDS = 120  # a last resort, should the judge itself be killed

_PR_SET_PDEATHSIG, _PR_SET_NO_NEW_PRIVS, _PR_SET_SECCOMP, _PR_CAPBSET_DROP = 1, 38, 22, 24
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every architecture
_RULE_PATH_BENEATH = 1
_READ_FILE, _READ_DIR, _EXECUTE = 1 << 2, 1 << 3, 1 << 0
_WRITE_FILE, _TRUNCATE = 1 << 1, 1 << 14
_READ = _READ_FILE | _READ_DIR
_CONNECT_AND_BIND_TCP = 0b11
_SCOPE_SOCKETS_AND_SIGNALS = 0b11
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
            "an attempt cannot write outside its scratch folder, nor read solutions/ and your home",
        ),
        Protection("landlock signals", abi >= 6, "an attempt cannot send signals to other processes"),
        Protection("seccomp", _seccomp_ready(), "an attempt cannot start processes or open connections"),
        Protection("limits", sys.platform != "win32", "memory, file size and open files of an attempt are bounded"),
        Protection("fork", hasattr(os, "fork"), "an attempt is judged in a fork of the warm process, which is fast"),
    ]


def is_sandboxed() -> bool:
    """Tell whether an attempt can be kept from reading and writing where it should not."""
    return landlock_abi() >= 1 and _seccomp_ready()


@cache
def landlock_abi() -> int:
    """Return the version of Landlock that the kernel offers, 0 if none."""
    if sys.platform != "linux":
        return 0
    version = _libc().syscall(_CREATE_RULESET, None, 0, 1)
    return max(int(version), 0)


def confine(root: Path, scratch: Path) -> None:
    """Confine this process for good: it may write only below `scratch`, and read neither solutions/ nor the home.

    Call it in a child, before any code of an attempt runs. What the machine does not offer is left out.
    """
    _limit()
    if sys.platform == "linux":
        _drop_privileges()
        if landlock_abi():
            _landlock(_readable(root), scratch)
        if _seccomp_ready():
            _seccomp()


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


def _drop_privileges() -> None:
    """Give up every capability, as root in a container has them, and die with the judge."""
    libc = _libc()
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for capability in range(64):
        libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)
    header = struct.pack("Ii", 0x20080522, 0)  # _LINUX_CAPABILITY_VERSION_3, this process
    libc.capset(header, struct.pack("6I", 0, 0, 0, 0, 0, 0))


def _readable(root: Path) -> list[str]:
    """Return what an attempt may read: the interpreter, its libraries, and the candidate's side of this project."""
    solutions = str(root / "solutions")
    prefixes = {sys.prefix, sys.base_prefix, sys.exec_prefix, *sys.path}
    safe = [
        path for path in map(os.path.realpath, filter(None, prefixes)) if not f"{solutions}/".startswith(f"{path}/")
    ]
    return [*_SYSTEM, *safe, str(root / "problems"), str(root / "judge")]


def _landlock(readable: Iterable[str], scratch: Path) -> None:
    abi = landlock_abi()
    handled = (1 << min({1: 13, 2: 14, 3: 15, 4: 15}.get(abi, 16), 16)) - 1
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
    _allow(ruleset, os.devnull, _READ_FILE | _WRITE_FILE | _TRUNCATE & handled)
    _allow(ruleset, str(scratch), handled & ~_EXECUTE)
    if libc.syscall(_RESTRICT_SELF, ruleset, 0) < 0:
        raise OSError(ctypes.get_errno(), "Landlock could not be switched on")
    os.close(ruleset)


def _allow(ruleset: int, path: str, access: int) -> None:
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # Not every system has every folder.
    try:
        if not os.path.isdir(path):
            access &= _READ_FILE | _WRITE_FILE | _EXECUTE | _TRUNCATE
        _libc().syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, struct.pack("=Qi", access, place), 0)
    finally:
        os.close(place)


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


# System calls that no solution needs, with their numbers on x86-64 and on 64-bit ARM; None where there is no such call.
# io_uring would get round the rest.
_REFUSED = {
    "socket": (41, 198),
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "io_uring_setup": (425, 425),
    "pidfd_getfd": (438, 438),
    "mount": (165, 40),
    "unshare": (272, 97),
    "setns": (308, 268),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "keyctl": (250, 219),
    # Landlock does not watch over owners and permissions.
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
}
_CLONE, _CLONE3 = (56, 220), (435, 435)
_CLONE_THREAD = 0x00010000
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_LOAD, _JUMP_EQUAL, _JUMP_SET, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS = 1, 38


@cache
def _seccomp_ready() -> bool:
    return sys.platform == "linux" and platform.machine() in _AUDIT_ARCH and os.path.exists("/proc/sys/kernel/seccomp")


def _seccomp() -> None:
    program = b"".join(_filter(platform.machine()))
    code = ctypes.create_string_buffer(program)
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    if _libc().prctl(_PR_SET_SECCOMP, 2, header, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "seccomp could not be switched on")


def _filter(machine: str) -> list[bytes]:
    """Return the instructions of the filter: refuse the listed calls, and every clone that is not a thread."""
    column = list(_AUDIT_ARCH).index(machine)
    numbers = [pair[column] for pair in _REFUSED.values()]
    refused = [number for number in numbers if number is not None]

    def step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
        return struct.pack("HBBI", code, yes, no, value)

    program = [
        step(_LOAD, 4),  # the architecture of the call
        step(_JUMP_EQUAL, _AUDIT_ARCH[machine], yes=1),
        step(_RETURN, _REFUSE | _EPERM),  # 32-bit calls have other numbers
        step(_LOAD, 0),  # the number of the call
    ]
    for number in refused:
        program += [step(_JUMP_EQUAL, number, no=1), step(_RETURN, _REFUSE | _EPERM)]
    if machine == "x86_64":
        # Calls of the x32 kind are the same ones under numbers with this bit.
        program += [step(_JUMP_SET, 0x40000000, no=1), step(_RETURN, _REFUSE | _EPERM)]
    # clone3 hides its flags in memory; told that there is no such call, libc makes threads with clone.
    program += [step(_JUMP_EQUAL, _CLONE3[column], no=1), step(_RETURN, _REFUSE | _ENOSYS)]
    program += [
        step(_JUMP_EQUAL, _CLONE[column], no=3),
        step(_LOAD, 16),  # the first argument, its flags
        step(_JUMP_SET, _CLONE_THREAD, yes=1),
        step(_RETURN, _REFUSE | _EPERM),
        step(_RETURN, _ALLOW),
    ]
    return program
