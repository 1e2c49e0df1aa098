"""User numbers for jails, so that no two share one: the kernel counts processes by user."""

import os
import socket

# Of the numbers that Linux distributions give to nobody (systemd, "Users, Groups, UIDs and GIDs"); the next
# range, from 61184 on, is for systemd's dynamic users.
FIRST, LAST = 60_706, 61_183


class Identity:
    """A user number that nobody else on this machine has while it is held.

    It is reserved by a socket with an abstract name, of which the kernel allows one, and which goes with the
    process that holds it, however that ends. Containers with networks of their own do not see each other's;
    they begin to look at different numbers.

    Attributes:
        number: the user number.
    Raises:
        OSError: all are taken.
    """

    def __init__(self):
        count = LAST - FIRST + 1
        self._socket = socket.socket(socket.AF_UNIX)
        for k in range(count):
            self.number = FIRST + (os.getpid() + k) % count
            try:
                self._socket.bind(f"\0prpn-edu-jail-{self.number}")
                return
            except OSError:
                continue
        self._socket.close()
        raise OSError(f"{count} jails live on this machine already; there is no user number for another")

    def release(self) -> None:
        """Give the number back."""
        self._socket.close()
