"""Refuses system calls that no solution needs: the kernel's filter for this process and all its threads.

See seccomp(2). The numbers and structures are those of the kernel's public headers.
"""

import ctypes
import os
import platform
import struct
import sys
from collections.abc import Iterator, Sequence
from functools import cache

_PR_SET_SECCOMP = 22

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
    # Memory that does not count as the process's own, or that stays when it ends.
    "memfd_create": (319, 279),
    "shmget": (29, 194),
    "msgget": (68, 186),
    "semget": (64, 190),
    "mq_open": (240, 180),
    "userfaultfd": (323, 282),
    # Other processes: their signals, their turns at the processor and the disk, their memory. See also below.
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "ioprio_set": (251, 30),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "process_madvise": (440, 440),
    "kcmp": (312, 272),
    # Files by their number, past all paths.
    "name_to_handle_at": (303, 264),
    "open_by_handle_at": (304, 265),
    # Landlock does not watch over owners, permissions, times and attributes.
    "chmod": (90, None),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "chown": (92, None),
    "fchown": (93, 55),
    "lchown": (94, None),
    "fchownat": (260, 54),
    "utime": (132, None),
    "utimes": (235, None),
    "futimesat": (261, None),
    "utimensat": (280, 88),
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "setxattrat": (463, 463),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "removexattrat": (466, 466),
}
# System calls that a process may use on itself only: their numbers, and which argument names the process.
_ON_ITSELF = {
    "kill": ((62, 129), 0),
    "tgkill": ((234, 131), 0),
    "prlimit64": ((302, 261), 0),
    "setpriority": ((141, 140), 1),
    "sched_setparam": ((142, 118), 0),
    "sched_setscheduler": ((144, 119), 0),
    "sched_setaffinity": ((203, 122), 0),
    "sched_setattr": ((314, 274), 0),
}
# Commands refused of calls that are harmless otherwise: their numbers, which argument holds the command, the commands.
_REFUSED_COMMANDS = {
    # F_SETOWN, F_SETSIG, F_SETOWN_EX: to have the kernel send a signal to another process.
    "fcntl": ((72, 25), 1, (8, 10, 15)),
    # FIOSETOWN and SIOCSPGRP do the same; TIOCSTI types on a terminal; the others are the attributes of a file.
    "ioctl": ((16, 29), 1, (0x8901, 0x8902, 0x5412, 0x40086602, 0x401C5820)),
}
_CLONE, _CLONE3 = (56, 220), (435, 435)
_CLONE_THREAD = 0x00010000
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_LOAD, _JUMP_EQUAL, _JUMP_SET, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_EPERM, _ENOSYS = 1, 38


@cache
def is_ready() -> bool:
    """Tell whether this machine has the filter."""
    return sys.platform == "linux" and platform.machine() in _AUDIT_ARCH and os.path.exists("/proc/sys/kernel/seccomp")


def refuse(libc: ctypes.CDLL) -> None:
    """Put the filter over this process for good. Raises OSError where the kernel does not take it."""
    program = b"".join(_filter(platform.machine(), os.getpid()))
    code = ctypes.create_string_buffer(program)
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    if libc.prctl(_PR_SET_SECCOMP, 2, header, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "seccomp could not be switched on")


def _filter(machine: str, itself: int) -> list[bytes]:
    """Return the instructions of the filter for the process with the number `itself`.

    It refuses the listed calls, some of them only on other processes, and every clone that is not a thread.
    """
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

    def by_argument(number: int, position: int, listed: Sequence[int], then: int, otherwise: int) -> Iterator[bytes]:
        yield step(_JUMP_EQUAL, number, no=len(listed) + 3)
        yield step(_LOAD, 16 + 8 * position)  # the lower half of an argument
        for place, value in enumerate(listed):
            yield step(_JUMP_EQUAL, value, yes=len(listed) - place)
        yield step(_RETURN, otherwise)
        yield step(_RETURN, then)

    for numbers_of_call, position in _ON_ITSELF.values():
        # 0 stands for the process itself, or for its own group.
        program += by_argument(numbers_of_call[column], position, (0, itself), _ALLOW, _REFUSE | _EPERM)
    for numbers_of_call, position, commands in _REFUSED_COMMANDS.values():
        program += by_argument(numbers_of_call[column], position, commands, _REFUSE | _EPERM, _ALLOW)
    program += [
        step(_JUMP_EQUAL, _CLONE[column], no=3),
        step(_LOAD, 16),  # the first argument, its flags
        step(_JUMP_SET, _CLONE_THREAD, yes=1),
        step(_RETURN, _REFUSE | _EPERM),
        step(_RETURN, _ALLOW),
    ]
    return program
