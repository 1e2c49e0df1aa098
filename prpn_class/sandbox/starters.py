"""The grader's end of the line to the starters: processes from which fork servers are forked.

A starter takes seconds to import what notebooks need, a fork server from it a fraction of one. So a starter
stays until this process ends, and serves all workers that hide the same places.
"""

import atexit
import contextlib
import functools
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO

from prpn_class.sandbox import confinement, starter
from prpn_class.sandbox.library import copy_library

_lock = threading.Lock()
_kept: list["Starter"] = []


@functools.cache
def _parent() -> ThreadPoolExecutor:
    """The one thread that starts starters. They end with their parent, which for Linux is a thread."""
    return ThreadPoolExecutor(1)


class Starter:
    """One starter.

    Args:
        confined: in bubblewrap.
        hidden: folders of the teacher's that are not to be seen, wherever they lie.

    Attributes:
        key: what it has in common with those that can stand in for it.
        users: workers that have a fork server of it.
    """

    def __init__(self, confined: bool, hidden: Iterable[Path]):
        self.confined, self.key, self.users = confined, _key(confined, hidden), 0
        self._folder = tempfile.TemporaryDirectory(prefix="prpn-edu-")
        self._libraries, self._scratch = (Path(self._folder.name, name) for name in ("libraries", "scratch"))
        for folder in (self._libraries, self._scratch):
            folder.mkdir()
        Path(self._folder.name).chmod(0o755)  # a jail's own identity reads its library
        file = Path(shutil.copy(starter.__file__, self._libraries))
        command = [sys.executable, str(file)]
        if confined:
            places = [(self._libraries, starter.LIBRARIES)]
            command = [
                *confinement.bubblewrap(places, hidden),
                sys.executable,
                f"{starter.LIBRARIES}/{file.name}",
            ]
        self._copies: dict[frozenset[str], Path] = {}
        self._words = tempfile.TemporaryFile()  # noqa: SIM115  it is open as long as this is
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs:
            self._process = subprocess.Popen(
                command,
                cwd=self._scratch,
                env=confinement.environment("", str(self._scratch)),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=self._words,
                start_new_session=True,
            )

    @property
    def alive(self) -> bool:
        """Whether it can be asked for fork servers."""
        return self._process.poll() is None

    def fork_server(self, withheld: Iterable[str], settings: dict, words: IO[bytes]) -> socket.socket:
        """Have a fork server made; return the line to it.

        Args:
            withheld: modules that answers may not use.
            settings: of the fork server.
            words: a file for its last ones.
        Raises:
            OSError: the starter is gone.
        """
        library = self._library(frozenset(withheld))
        place = f"{starter.LIBRARIES}/{library.name}" if self.confined else str(library)
        ours, theirs = socket.socketpair()
        with theirs:
            request = json.dumps(settings | {"library": place}).encode()
            socket.send_fds(self._line, [request], [theirs.fileno(), words.fileno()])
        return ours

    def _library(self, withheld: frozenset[str]) -> Path:
        """The copy of the library for some sheet; made once."""
        with _lock:
            if withheld not in self._copies:
                folder = self._libraries / str(len(self._copies))
                folder.mkdir()
                copy_library(folder, withheld)
                self._copies[withheld] = folder
            return self._copies[withheld]

    def last_words(self) -> str:
        """What it wrote before it ended."""
        return last_line(self._words) if not self.alive else ""

    def stop(self) -> None:
        """End it, and all that came from it."""
        self._line.close()
        if self.alive:  # else its number may be somebody else's by now
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        with contextlib.suppress(OSError):
            self._folder.cleanup()


def _key(confined: bool, hidden: Iterable[Path]) -> tuple:
    return confined, *(confinement.places(hidden) if confined else ())


def last_line(file: IO[bytes]) -> str:
    """The last line of a file, as words that follow other words; "" where there is none."""
    file.seek(0)
    lines = file.read().decode("utf-8", "replace").strip().splitlines()
    return f": {lines[-1][:300]}" if lines else ""


def take(confined: bool, hidden: Iterable[Path] = ()) -> Starter:
    """A starter that is running, or a new one. Hand it back with `give_back`.

    Jails of one starter have user numbers of their own only where it is root. Else each worker gets a starter
    of its own, since the kernel counts processes by user.
    """
    shared, key = os.geteuid() == 0 or not confined, _key(confined, hidden)
    with _lock:
        for one in [one for one in _kept if not one.alive and not one.users]:
            _kept.remove(one)
            one.stop()
        free = [one for one in _kept if one.key == key and one.alive and (shared or not one.users)]
        if not free:
            free = [_parent().submit(Starter, confined, tuple(hidden)).result()]
            _kept.append(free[0])
        free[0].users += 1
        return free[0]


def give_back(one: Starter) -> None:
    """Let others have a starter."""
    with _lock:
        one.users -= 1


def begin(number: int, hidden: Iterable[Path]) -> None:
    """Let the starters of some workers begin with their imports, while this process does its own.

    Where there is no bubblewrap it does nothing; whoever needs a sandbox will say so.
    """
    if sys.platform == "linux" and shutil.which("bwrap"):
        for one in [take(True, hidden) for _ in range(number)]:
            give_back(one)


@atexit.register
def _stop_all() -> None:
    for one in _kept:
        one.stop()
