"""The calls to the kernel that no jail needs: namespaces, mounts, tracing, uncounted memory, waits for disks.

A filter in the language of seccomp(2): a list of eight-byte instructions, run by the kernel at each call.
Every call goes through but those in the tables, which fail as if they were not permitted, or do nothing. The
filter stays with the process and all its children.
"""

import ctypes
import errno
import platform
import struct
import sys
from dataclasses import dataclass

SET_SECCOMP, FILTER = 22, 2
LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06  # of a 32-bit word, with a constant
ALLOW, FAIL_WITH, KILL = 0x7FFF0000, 0x00050000, 0x80000000
NUMBER, ARCHITECTURE = 0, 4  # where the kernel puts them, and the arguments:
FIRST, SECOND, THIRD, FOURTH = 16, 24, 32, 40
X32 = 0x40000000  # numbers from here on are a second way to every call of x86_64
NEW_USER = 0x10000000

# For a protocol of the internet that it does not know, the host starts a program of its own; AF_NETLINK has
# news of its devices.
LOCAL = 1  # the one family of sockets of a jail: AF_UNIX
SHARED, ANONYMOUS = 0x01, 0x20  # flags of mmap: together, memory that stays where no process shows it
HUGE = 0x40000  # another: of a pool that is the host's, and shown by no process either
CORE = 4  # the limit of what a crash leaves: where it is 1, no program of the host is given the memory
SOL_SOCKET = 1
# Of setsockopt: how much a socket holds that nobody reads; filters, whose programs take memory of the host.
SOCKET_OPTIONS = (7, 26, 50, 51, 52)

NOTIFY, LOCKS = 1026, (6, 7, 37, 38)  # of fcntl: news of a folder; locks, and those of open files
SET_FLAGS = 4  # of fcntl, too
# Of prctl: the files of a process in /proc are its own again, a filter of its own, which may write to the
# log of the host, a core without neighbours, memory that a thread of the host goes through.
OPTIONS = (4, SET_SECCOMP, 62, 67)


@dataclass(frozen=True)
class Machine:
    """The numbers of an architecture.

    Attributes:
        audit: its own.
        clone, socket, socketpair, mmap, setsockopt, fcntl, setrlimit, prlimit, prctl: calls whose arguments
            are looked at.
        opens: calls that open a file, and where their flags stand.
        direct: the flag by which a file is read from the disk itself, past what is in memory.
        refused: calls that fail.
        ignored: calls that do nothing and say that they did. What they would change reaches beyond the jail:
            a session has a share of the processor of its own, locks and times of devices are the host's,
            a disk that is written to makes others wait, and so does one that has to be read again. Who
            waits for helpers of a higher priority is long in dying. A thread of the kernel moves a process
            to another core, before all others and on nobody's account.
    """

    audit: int
    clone: int
    socket: int
    socketpair: int
    mmap: int
    setsockopt: int
    fcntl: int
    setrlimit: int
    prlimit: int
    prctl: int
    opens: dict[int, int]
    direct: int
    refused: dict[str, int]
    ignored: dict[str, int]


MACHINES = {
    "x86_64": Machine(
        *(0xC000003E, 56, 41, 53, 9, 54, 72, 160, 302, 157),
        opens={2: SECOND, 257: THIRD},
        direct=0x4000,
        refused={
            **{"unshare": 272, "setns": 308, "mount": 165, "umount2": 166, "pivot_root": 155, "fsopen": 430},
            **{"open_tree": 428, "move_mount": 429, "fsmount": 432, "mount_setattr": 442, "ptrace": 101},
            **{"process_vm_readv": 310, "process_vm_writev": 311, "pidfd_getfd": 438, "bpf": 321},
            **{"perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425, "open_by_handle_at": 304},
            **{"add_key": 248, "request_key": 249, "keyctl": 250, "memfd_create": 319, "memfd_secret": 447},
            **{"shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240, "syslog": 103},
            **{"sync": 162, "syncfs": 306, "io_setup": 206, "inotify_init": 253, "inotify_init1": 294},
            **{"inotify_add_watch": 254, "fanotify_init": 300, "landlock_create_ruleset": 444},
            **{"mincore": 27, "preadv2": 327, "cachestat": 451},  # what the host has read
            # A byte in a pipe or in a socket keeps its whole page, or two megabytes, which no process shows.
            **{"vmsplice": 278, "splice": 275, "tee": 276, "sendfile": 40},
            # Interrupts that an ignored timer goes on to make are on nobody's account, in some kernels.
            **{"seccomp": 317, "timer_create": 222},
            **{"migrate_pages": 256, "move_pages": 279},  # interrupts the other cores
        },
        ignored={
            **{"setsid": 112, "flock": 73, "fsync": 74, "fdatasync": 75, "sync_file_range": 277},
            **{"utime": 132, "utimes": 235, "futimesat": 261, "utimensat": 280},
            **{"setpriority": 141, "sched_setparam": 142, "sched_setscheduler": 144, "sched_setattr": 314},
            **{"ioprio_set": 251, "fadvise64": 221, "readahead": 187, "sched_setaffinity": 203},
            **{"mbind": 237, "msync": 26},
        },
    ),
    "aarch64": Machine(
        *(0xC00000B7, 220, 198, 199, 222, 208, 25, 164, 261, 167),
        opens={56: THIRD},
        direct=0x10000,
        refused={
            **{"unshare": 97, "setns": 268, "mount": 40, "umount2": 39, "pivot_root": 41, "fsopen": 430},
            **{"open_tree": 428, "move_mount": 429, "fsmount": 432, "mount_setattr": 442, "ptrace": 117},
            **{"process_vm_readv": 270, "process_vm_writev": 271, "pidfd_getfd": 438, "bpf": 280},
            **{"perf_event_open": 241, "userfaultfd": 282, "io_uring_setup": 425, "open_by_handle_at": 265},
            **{"add_key": 217, "request_key": 218, "keyctl": 219, "memfd_create": 279, "memfd_secret": 447},
            **{"shmget": 194, "semget": 190, "msgget": 186, "mq_open": 180, "syslog": 116},
            **{"sync": 81, "syncfs": 267, "io_setup": 0, "inotify_init1": 26, "inotify_add_watch": 27},
            **{"fanotify_init": 262, "landlock_create_ruleset": 444},
            **{"mincore": 232, "preadv2": 286, "cachestat": 451},
            **{"vmsplice": 75, "splice": 76, "tee": 77, "sendfile": 71},
            **{"seccomp": 277, "timer_create": 107, "migrate_pages": 238, "move_pages": 239},
        },
        ignored={
            **{"setsid": 157, "flock": 32, "fsync": 82, "fdatasync": 83, "sync_file_range": 84},
            **{"utimensat": 88},
            **{"setpriority": 140, "sched_setparam": 118, "sched_setscheduler": 119, "sched_setattr": 274},
            **{"ioprio_set": 30, "fadvise64": 223, "readahead": 213, "sched_setaffinity": 122},
            **{"mbind": 235, "msync": 227},
        },
    ),
}
# Calls whose flags lie in memory, where a filter cannot look: not there, and libc takes clone and openat.
CLONE3, OPENAT2 = 435, 437


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def program(machine: str) -> bytes:
    """The filter for a machine.

    Raises:
        KeyError: there is no table for it.
    """
    of = MACHINES[machine]
    refuse, ignore = FAIL_WITH | errno.EPERM, FAIL_WITH
    steps = [(LOAD, 0, 0, ARCHITECTURE), (EQUAL, 1, 0, of.audit), (RETURN, 0, 0, KILL), (LOAD, 0, 0, NUMBER)]
    if machine == "x86_64":
        steps += [(AT_LEAST, 0, 1, X32), (RETURN, 0, 0, refuse)]
    for number in of.refused.values():
        steps += [(EQUAL, 0, 1, number), (RETURN, 0, 0, refuse)]
    for number in of.ignored.values():
        steps += [(EQUAL, 0, 1, number), (RETURN, 0, 0, ignore)]
    for call in (CLONE3, OPENAT2):
        steps += [(EQUAL, 0, 1, call), (RETURN, 0, 0, FAIL_WITH | errno.ENOSYS)]
    for call, flags in of.opens.items():
        steps += [(EQUAL, 0, 4, call), (LOAD, 0, 0, flags), (ANY_BIT, 0, 1, of.direct)]
        steps += [(RETURN, 0, 0, FAIL_WITH | errno.EINVAL), (RETURN, 0, 0, ALLOW)]
    for call in (of.socket, of.socketpair):
        steps += [(EQUAL, 0, 4, call), (LOAD, 0, 0, FIRST), (EQUAL, 1, 0, LOCAL)]
        steps += [(RETURN, 0, 0, refuse), (RETURN, 0, 0, ALLOW)]
    for call, limit in ((of.setrlimit, FIRST), (of.prlimit, SECOND)):
        steps += [(EQUAL, 0, 4, call), (LOAD, 0, 0, limit), (EQUAL, 0, 1, CORE)]
        steps += [(RETURN, 0, 0, refuse), (RETURN, 0, 0, ALLOW)]
    steps += [(EQUAL, 0, 6, of.mmap), (LOAD, 0, 0, FOURTH), (ANY_BIT, 2, 0, HUGE), (ANY_BIT, 0, 2, SHARED)]
    steps += [(ANY_BIT, 0, 1, ANONYMOUS), (RETURN, 0, 0, refuse), (RETURN, 0, 0, ALLOW)]
    steps += [(EQUAL, 0, 5 + len(SOCKET_OPTIONS), of.setsockopt), (LOAD, 0, 0, SECOND)]
    steps += [(EQUAL, 0, 1 + len(SOCKET_OPTIONS), SOL_SOCKET), (LOAD, 0, 0, THIRD)]
    steps += [(EQUAL, len(SOCKET_OPTIONS) - k, 0, option) for k, option in enumerate(SOCKET_OPTIONS)]
    steps += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, refuse)]
    steps += [(EQUAL, 0, 9 + len(LOCKS), of.fcntl), (LOAD, 0, 0, SECOND)]
    steps += [(EQUAL, 0, 1, NOTIFY), (RETURN, 0, 0, refuse)]
    steps += [(EQUAL, len(LOCKS) - k + 4, 0, lock) for k, lock in enumerate(LOCKS)]
    steps += [(EQUAL, 0, 3, SET_FLAGS), (LOAD, 0, 0, THIRD), (ANY_BIT, 0, 1, of.direct)]
    steps += [(RETURN, 0, 0, FAIL_WITH | errno.EINVAL), (RETURN, 0, 0, ALLOW), (RETURN, 0, 0, ignore)]
    steps += [(EQUAL, 0, 3 + len(OPTIONS), of.prctl), (LOAD, 0, 0, FIRST)]
    steps += [(EQUAL, len(OPTIONS) - k, 0, option) for k, option in enumerate(OPTIONS)]
    steps += [(RETURN, 0, 0, ALLOW), (RETURN, 0, 0, refuse)]
    steps += [(EQUAL, 0, 3, of.clone), (LOAD, 0, 0, FIRST)]
    steps += [(ANY_BIT, 0, 1, NEW_USER), (RETURN, 0, 0, refuse), (RETURN, 0, 0, ALLOW)]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)


def refuse_calls() -> None:
    """Set the filter on this process, for good; it needs `no_new_privs`. Other machines go without.

    Raises:
        OSError: the kernel takes no filter.
    """
    if platform.machine() not in MACHINES or sys.byteorder != "little":
        return
    code = program(platform.machine())
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(SET_SECCOMP, FILTER, ctypes.byref(_Program(len(code) // 8, code)), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")
