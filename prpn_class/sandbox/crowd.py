"""All that lives in one jail, as its fork server sees it: what it holds, and what it may compete for."""

import contextlib
import os
import re
import resource
import time
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from statistics import median

from prpn_class.sandbox import jail
from prpn_class.sandbox.jail import FEW, SOCKET

TICKS = os.sysconf("SC_CLK_TCK")  # of a second, in which processor time is told
MOST_MAPPINGS = 2**17  # of all processes of a jail; one may have half of that, one with torch has 450
GROWN = 2**27  # bytes of the kernel, about those of half as many mappings
LOWEST = 19  # of niceness: sixty such processes together weigh less than one other


def family(first: int) -> dict[int, int]:
    """The resident pages of a process and of all that descend from it, by their numbers."""
    pages, children = {}, defaultdict(list)
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                fields = _told(entry)
                children[int(fields[1])].append(int(entry))
                ended = fields[0] == b"Z"  # its first thread, perhaps not the others
                pages[int(entry)] = _pages_of_threads(entry) if ended else int(fields[21])
            except (OSError, IndexError):
                continue  # it ended while we looked
    found = [first]
    for one in found:  # grows while it is read
        found += children[one]
    return {one: pages.get(one, 0) for one in found}


def _told(place: int | str) -> list[bytes]:
    """What the kernel tells of a process or a thread, behind its name, in which anything may stand."""
    with open(f"/proc/{place}/stat", "rb") as file:
        return file.read().rpartition(b")")[2].split()


def _pages_of_threads(process: str) -> int:
    """The resident pages of a process, told by any of its threads."""
    threads = _listed(f"/proc/{process}/task")
    return max((int(_told(f"{process}/task/{one}")[21]) for one in threads), default=0)


def memory(first: int, pages: dict[int, int]) -> int:
    """Bytes that a jail may hold: memory, resident or swapped out, its tables, and what its sockets can take.

    Pages that a fork shares count for each process: the limit allows for that.

    Args:
        first: its first process.
        pages: of its `family`.
    """
    held = sum(pages.values()) * resource.getpagesize() + sum(map(beside_resident, pages))
    return held + SOCKET * sockets(first)


def beside_resident(process: int) -> int:
    """Bytes of a process beside its resident pages: what was swapped out, and the tables of all pages.

    The tables are larger than the pages, where these lie apart.
    """
    for place in places(process):
        with contextlib.suppress(OSError), open(f"/proc/{place}/status", "rb") as file:
            if found := re.findall(rb"^Vm(?:PTE|Swap):\s*(\d+) kB", file.read(), re.MULTILINE):
                return 1024 * sum(map(int, found))
    return 0


def places(process: int) -> Iterator[str]:
    """Where the kernel tells of the memory of a process: one of its threads, where the first has ended."""
    yield str(process)
    yield from (f"{process}/task/{one}" for one in _listed(f"/proc/{process}/task"))


class Mappings:
    """How many mappings a crowd has: the kernel's notes on them are in the memory of no process.

    Each fork gets notes on the mappings of all before it. To count them is to wait for locks that the crowd
    holds. So nobody counts before the kernel itself has become larger, and then each look counts in two
    processes, a new one and the one that was counted longest ago.
    """

    def __init__(self) -> None:
        self._least = kernel_memory()
        self._known: dict[int, int] = {}  # by process, counted longest ago first

    def are_too_many(self, members: Collection[int]) -> bool:
        """Whether a crowd has more than a jail may have; processes not yet counted are as the others are."""
        held = kernel_memory()
        self._least = min(self._least, held)
        if len(members) <= FEW or held - self._least < GROWN:
            return False
        self._known = {one: number for one, number in self._known.items() if one in members}
        new = [one for one in members if one not in self._known]
        for one in [*list(self._known)[:1], *new[:1]]:
            self._known.pop(one, None)
            self._known[one] = mappings(one)
        known = self._known.values()
        return sum(known) + median(known) * (len(members) - len(known)) > MOST_MAPPINGS


def kernel_memory() -> int:
    """Bytes that the kernel of this machine holds for itself and cannot give back at once."""
    with open("/proc/meminfo", "rb") as file:
        found = re.search(rb"^SUnreclaim:\s*(\d+) kB", file.read(), re.MULTILINE)
    return 1024 * int(found[1]) if found else 0


def mappings(process: int) -> int:
    """The number of mappings of a process."""
    for place in places(process):
        with contextlib.suppress(OSError), open(f"/proc/{place}/maps", "rb") as file:
            if number := sum(1 for _ in file):
                return number
    return 0


class Company:
    """What the other threads and processes of a jail took of the processors, seen now and then.

    Args:
        first: its first process, whose first thread is the one that is timed.
    """

    def __init__(self, first: int):
        self.first, self.taken = first, 0.0
        self._before, self._looked = {first: 0.0}, time.monotonic()

    def look(self, members: Iterable[int]) -> None:
        """Add what each took since the last look.

        For one that is new this is all the time since: another, which has ended, may have run before it.
        """
        now, before = {one: processor_time(one) for one in members}, self._looked
        self._looked = time.monotonic()
        now[self.first] = max(0.0, now.get(self.first, 0.0) - jail.ran(self.first))
        for one, seconds in now.items():
            known = one in self._before
            self.taken += max(0.0, seconds - self._before[one]) if known else self._looked - before
        self._before = now


def processor_time(process: int) -> float:
    """Seconds of processor time that all threads of a process had; 0 where it has ended."""
    try:
        fields = _told(process)
        return (int(fields[11]) + int(fields[12])) / TICKS
    except (OSError, IndexError):
        return 0.0


def sockets(process: int) -> int:
    """The number of sockets in the network that a process is in."""
    try:
        with open(f"/proc/{process}/net/sockstat") as file:
            return int(file.readline().split()[-1])  # "sockets: used 12"
    except (OSError, ValueError, IndexError):
        return 0


def give_way(first: int, members: list[int], identity: int) -> bool:
    """Let a crowd take only the processor time that nobody else wants, so that no other jail starves.

    The first thread keeps its priority: it is the one whose time is measured. The kernel lets a user lower
    the priority of the user's own processes, so a fork that is this user does it.

    Args:
        first: first process of the jail.
        members: its processes.
        identity: the user number of the jail.
    Returns:
        whether it is a crowd.
    """
    threads = [int(name) for process in members for name in _listed(f"/proc/{process}/task")]
    if len(threads) <= FEW:
        return False
    eager = [thread for thread in threads if thread != first and _niceness(thread) < LOWEST]
    if not eager:
        return True
    helper = os.fork()
    if helper == 0:
        with contextlib.suppress(OSError):
            if os.geteuid() == 0:
                os.setresuid(identity, identity, identity)
            for thread in eager:
                with contextlib.suppress(ProcessLookupError):
                    os.setpriority(os.PRIO_PROCESS, thread, LOWEST)
        os._exit(0)
    os.waitpid(helper, 0)
    return True


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:  # it ended while we looked
        return []


def _niceness(thread: int) -> int:
    try:
        return os.getpriority(os.PRIO_PROCESS, thread)
    except OSError:
        return LOWEST
