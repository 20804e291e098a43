"""Refuses system calls that no solution needs: the kernel's filter for this process and all its threads.

See seccomp(2). The numbers and structures are those of the kernel's public headers.
"""

import ctypes
import os
import platform
import struct
import sys
from collections.abc import Sequence
from functools import cache

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2

# System calls that no solution needs, with their numbers on x86-64 and on 64-bit ARM; None where there is no such call.
# io_uring would get round the rest.
_REFUSED = {
    "fork": (57, None),
    "vfork": (58, None),
    "execve": (59, 221),
    "execveat": (322, 281),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "pidfd_getfd": (438, 438),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    # Sockets with a name, or to one. See also below.
    "socket": (41, 198),
    "connect": (42, 203),
    "bind": (49, 200),
    "listen": (50, 201),
    # Memory that does not count as the process's own, or that stays when it ends; and what others keep there.
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "semget": (64, 190),
    "semop": (65, 193),
    "semctl": (66, 191),
    "semtimedop": (220, 192),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "io_setup": (206, 0),
    "userfaultfd": (323, 282),
    # Other processes: their signals, their turns at the processor and the disk, their memory. See also below.
    "tkill": (200, 130),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "ioprio_set": (251, 30),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "kcmp": (312, 272),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    "fanotify_init": (300, 262),
    "fanotify_mark": (301, 263),
    # The whole machine: its disks, clocks, names, modules and mounts.
    "sync": (162, 81),
    "syncfs": (306, 267),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "reboot": (169, 142),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "syslog": (103, 116),
    "vhangup": (153, 58),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "personality": (135, 92),
    "lookup_dcookie": (212, 18),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "unshare": (272, 97),
    "setns": (308, 268),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
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
    "file_setattr": (469, 469),
}
_ITSELF = (0, -1)  # as the number of a process: 0 stands for the caller or its group, and -1 here for its own number
# System calls that are granted with certain arguments only: their numbers, and what the argument in a place may be.
_GRANTED: dict[str, tuple[tuple[int, int], dict[int, tuple[int, ...]]]] = {
    "kill": ((62, 129), {0: _ITSELF}),
    "tgkill": ((234, 131), {0: _ITSELF}),
    "prlimit64": ((302, 261), {0: _ITSELF}),
    "setpriority": ((141, 140), {0: (0,), 1: _ITSELF}),  # PRIO_PROCESS, and not a whole group or user
    "sched_setparam": ((142, 118), {0: _ITSELF}),
    "sched_setscheduler": ((144, 119), {0: _ITSELF}),
    "sched_setaffinity": ((203, 122), {0: _ITSELF}),
    "sched_setattr": ((314, 274), {0: _ITSELF}),
    # SOCK_STREAM with or without SOCK_CLOEXEC and SOCK_NONBLOCK: a datagram of a pair could go to any named socket.
    "socketpair": ((53, 199), {1: (1, 0x80001, 0x801, 0x80801)}),
    "sendto": ((44, 206), {5: (0,)}),  # to no address, which is what send() does
    # TCGETS, TCGETS2, TIOCGPGRP, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX.
    "ioctl": ((16, 29), {1: (0x5401, 0x802C542A, 0x540F, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)}),
}
# Commands refused of calls that are harmless otherwise: their numbers, which argument holds the command, the commands.
_REFUSED_COMMANDS = {
    # F_SETOWN, F_SETSIG, F_SETOWN_EX: to have the kernel send a signal to another process. F_SETLEASE, F_NOTIFY: to
    # hold up who opens a file, and to watch. F_SETPIPE_SZ: to use up what all pipes of a user may hold together.
    "fcntl": ((72, 25), 1, (8, 10, 15, 1024, 1026, 1031)),
    "prctl": ((157, 167), 0, (1,)),  # PR_SET_PDEATHSIG: to outlive the judge
}
_CLONE, _CLONE3 = (56, 220), (435, 435)
_CLONE_THREAD = 0x00010000
_AUDIT_ARCH = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_LOAD, _JUMP_EQUAL, _JUMP_SET, _RETURN = 0x20, 0x15, 0x45, 0x06
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000
_EPERM, _EFAULT, _ENOSYS = 1, 14, 38


@cache
def is_ready() -> bool:
    """Tell whether this machine has the filter."""
    if sys.platform != "linux" or platform.machine() not in _AUDIT_ARCH:
        return False
    libc = ctypes.CDLL(None, use_errno=True)
    # A kernel that has filters looks for one where there is none, and any other does not get that far.
    libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, None, 0, 0)
    return ctypes.get_errno() == _EFAULT


def refuse(libc: ctypes.CDLL) -> None:
    """Put the filter over this process for good. Raises OSError where the kernel does not take it."""
    program = b"".join(_filter(platform.machine(), os.getpid()))
    code = ctypes.create_string_buffer(program)
    header = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    if libc.prctl(_PR_SET_SECCOMP, _MODE_FILTER, header, 0, 0) < 0:
        raise OSError(ctypes.get_errno(), "seccomp could not be switched on")


def _filter(machine: str, itself: int) -> list[bytes]:
    """Return the instructions of the filter for the process with the number `itself`.

    It refuses the listed calls, some of them only with certain arguments, and every clone that is not a thread.
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

    def among(position: int, values: Sequence[int], yes: int, no: int) -> list[bytes]:
        """Go on past `yes` instructions if the argument in this place is one of `values`, else past `no`."""
        tests = [step(_JUMP_EQUAL, value, yes=len(values) - place + yes) for place, value in enumerate(values, 1)]
        # The lower half of an argument, which is all that the kernel looks at of a number.
        return [step(_LOAD, 16 + 8 * position), *tests[:-1], step(_JUMP_EQUAL, values[-1], yes=yes, no=no)]

    for numbers_of_call, arguments in _GRANTED.values():
        body: list[bytes] = []
        for position, values in arguments.items():
            body += among(position, [itself if value == -1 else value for value in values], yes=1, no=0)
            body += [step(_RETURN, _REFUSE | _EPERM)]
        program += [step(_JUMP_EQUAL, numbers_of_call[column], no=len(body) + 1), *body, step(_RETURN, _ALLOW)]
    for numbers_of_call, position, commands in _REFUSED_COMMANDS.values():
        body = [*among(position, commands, yes=0, no=1), step(_RETURN, _REFUSE | _EPERM)]
        program += [step(_JUMP_EQUAL, numbers_of_call[column], no=len(body) + 1), *body, step(_RETURN, _ALLOW)]
    program += [
        step(_JUMP_EQUAL, _CLONE[column], no=3),
        step(_LOAD, 16),  # the first argument, its flags
        step(_JUMP_SET, _CLONE_THREAD, yes=1),
        step(_RETURN, _REFUSE | _EPERM),
        step(_RETURN, _ALLOW),
    ]
    return program
