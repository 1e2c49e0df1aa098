"""What no two jails share: a user number, since the kernel counts processes by user, and a core."""

import itertools
import os
import socket
from collections.abc import Iterator

# Of the numbers that Linux distributions give to nobody (systemd, "Users, Groups, UIDs and GIDs"); the next
# range, from 61184 on, is for systemd's dynamic users.
FIRST, LAST = 60_706, 61_183


class Identity:
    """A user number that nobody else on this machine has while it is held, and a core.

    They are reserved by sockets with abstract names, of which the kernel allows one each, and which go with
    the process that holds them, however that ends. Containers with networks of their own do not see each
    other's; they begin to look at different numbers. Where there are more jails than cores, some share one.

    Attributes:
        number: the user number.
        core: the number of the core.
    Raises:
        OSError: all user numbers are taken.
    """

    def __init__(self) -> None:
        count = LAST - FIRST + 1
        self._sockets: list[socket.socket] = []
        found = self._first((FIRST + (os.getpid() + k) % count, "") for k in range(count))
        if found is None:
            raise OSError(f"{count} jails live on this machine already; there is no user number for another")
        self.number, cores = found, sorted(os.sched_getaffinity(0))
        turns = itertools.count()
        self.core = self._first((core, f"-core-{turn}") for turn in turns for core in cores) or 0

    def _first(self, wanted: Iterator[tuple[int, str]]) -> int | None:
        """Reserve the first number that is free, each with what it is of."""
        held = socket.socket(socket.AF_UNIX)
        for number, of in wanted:
            try:
                held.bind(f"\0prpn-edu-jail{of}-{number}")
                self._sockets.append(held)
                return number
            except OSError:
                continue
        held.close()
        return None

    def release(self) -> None:
        """Give both back."""
        for held in self._sockets:
            held.close()
