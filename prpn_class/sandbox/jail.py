"""One jail: the namespaces, the limits and the rights of the process that runs one submission.

Linux only; see namespaces(7), mount(2), capabilities(7) and setrlimit(2). Python has no calls for most of it
before 3.12, so they go through ctypes.
"""

import contextlib
import ctypes
import os
import resource
import signal
from dataclasses import dataclass

from prpn_class.sandbox.syscalls import refuse_calls

SCRATCH = "/scratch"
SLACK = 2  # a step may take so many times its processor time by the clock
MOST_DESCRIPTORS = 256  # of one process: what pipes and queues hold is on nobody's account
SOCKET = 425_984  # bytes that a socket can hold at most, which are in the memory of no process
FEW = 4  # threads and processes of a jail that may compete with other jails on equal terms
MOST_FILES = 10_000  # in a scratch folder: empty ones take memory too
NO_CORE = 1  # bytes of what a crash leaves; at 0 the kernel would still start a program of the host for it
OF_THE_HOST = (  # what there is to read in /proc of the machine, and no answer needs
    *("cmdline", "config.gz", "diskstats", "interrupts", "kallsyms", "key-users", "keys", "locks", "modules"),
    *("partitions", "softirqs", "swaps", "timer_list", "sys/kernel/random/boot_id"),
)
NEWNS, NEWIPC, NEWPID, NEWNET = 0x00020000, 0x08000000, 0x20000000, 0x40000000
READ_ONLY, NOSUID, NODEV, NOEXEC = 1, 2, 4, 8
REMOUNT, BIND, REC, PRIVATE = 0x20, 0x1000, 0x4000, 0x40000
NO_NEW_PRIVS, AMBIENT, CLEAR_ALL, DEATH_SIGNAL = 38, 47, 4, 1
CAPABILITY_VERSION = 0x20080522


@dataclass(frozen=True)
class Limits:
    """What one submission may use.

    Attributes:
        step: seconds of processor time for one cell or one check, and `SLACK` times as many by the clock,
            without those in which others had the processor; it is interrupted and the next one begins.
        wall: seconds for the whole, counted in the same way.
        memory: bytes of address space of a process, and of resident memory of all of them.
        processes: processes and threads.
        file: bytes of one file.
        scratch: bytes of the scratch folder.
        output: bytes that may come out.
    """

    step: float = 30.0
    wall: float = 150.0
    memory: int = 4 * 2**30
    processes: int = 64
    file: int = 64 * 2**20
    scratch: int = 128 * 2**20
    output: int = 16 * 2**20


def waited(process: int | str = "self") -> float:
    """Seconds in which the first thread of a process could have run, and others did; 0 where nobody knows."""
    return _scheduled(process, 1)


def ran(process: int | str = "self") -> float:
    """Seconds in which the first thread of a process ran; 0 where nobody knows."""
    return _scheduled(process, 0)


def _scheduled(process: int | str, field: int) -> float:
    try:
        with open(f"/proc/{process}/schedstat") as file:
            return int(file.read().split()[field]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0


_libc = ctypes.CDLL(None, use_errno=True)


def unshare() -> None:
    """Give the next child namespaces of its own for processes, mounts, shared memory and sockets.

    Raises:
        OSError: not allowed here.
    """
    _checked(_libc.unshare(NEWNS | NEWPID | NEWIPC | NEWNET), "unshare")


def die_with_parent() -> None:
    """End this process when the one that forked it ends."""
    _checked(_libc.prctl(DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0), "death signal")


def mount_private(limits: Limits) -> None:
    """Mount an empty scratch folder and shared memory, and a view of this jail's processes only.

    There are no terminals: threads of the kernel work up what is written to one, on nobody's account. Nothing
    there is run as a program: of one that it does not know, the kernel has the host look for a module.

    Raises:
        OSError: not allowed here.
    """
    _mount("", "/", REC | PRIVATE)
    for place in (SCRATCH, "/dev/shm"):
        room = f"size={limits.scratch},nr_inodes={MOST_FILES},mode=777"
        _mount("tmpfs", place, NOSUID | NODEV | NOEXEC, room)
    _mount("tmpfs", "/dev/pts", NOSUID | NODEV, "size=4096,mode=555")
    try:
        _mount("proc", "/proc", NOSUID | NODEV)
    except OSError:  # some containers forbid a second view: then there is none
        _mount("tmpfs", "/proc", NOSUID | NODEV, "size=4096")
    for name in OF_THE_HOST:
        if os.path.exists(f"/proc/{name}"):
            _mount("", f"/proc/{name}", BIND, of=os.devnull)
    os.chdir(SCRATCH)


def limit(limits: Limits) -> None:
    """Set the limits of this process and its children; where memory runs out all the same, they go first.

    From then on /proc is only read: a process could else take that back, or lower its share.

    Raises:
        OSError: not allowed here.
    """
    with contextlib.suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
    _mount("", "/proc", REMOUNT | BIND | READ_ONLY | NOSUID | NODEV)
    seconds = int(limits.wall) + 1
    for what, most in (
        (resource.RLIMIT_AS, limits.memory),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, limits.file),
        (resource.RLIMIT_NOFILE, MOST_DESCRIPTORS),
        (resource.RLIMIT_CORE, NO_CORE),
    ):
        resource.setrlimit(what, (most, most))


def give_up_rights(limits: Limits, identity: int) -> None:
    """Become nobody, for good. A user that is root gets an identity of the jail's own.

    Args:
        limits: the number of processes counts for the new identity.
        identity: the number of a user that nobody else is.
    Raises:
        OSError: a right could not be given up.
    """
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(identity, identity, identity)
        os.setresuid(identity, identity, identity)
    resource.setrlimit(resource.RLIMIT_NPROC, (limits.processes, limits.processes))
    _libc.prctl(AMBIENT, CLEAR_ALL, 0, 0, 0)
    _checked(_libc.prctl(NO_NEW_PRIVS, 1, 0, 0, 0), "no_new_privs")
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    _checked(_libc.capset(header, (ctypes.c_uint32 * 6)()), "capset")
    refuse_calls()


def _mount(kind: str, place: str, flags: int, options: str = "", of: str = "none") -> None:
    parts = (of.encode(), place.encode(), kind.encode())
    _checked(_libc.mount(*parts, flags, options.encode() or None), f"mount {place}")


def _checked(result: int, what: str) -> None:
    """Check what a call to the kernel returned.

    Raises:
        OSError: it failed.
    """
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
