"""The grader's end of the line to a fork server: a job goes in, replies to its steps come out."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO

from prpn_class.sandbox import confinement, protocol
from prpn_class.sandbox.identity import Identity
from prpn_class.sandbox.jail import SLACK, Limits
from prpn_class.sandbox.library import copy_library
from prpn_class.sandbox.protocol import Call, Read, Reply, Step

START = 120.0  # seconds in which a fork server has to be ready
GRACE = 20.0  # seconds in which it has to end a job that is to stop, and itself
FORK_SERVER = "prpn_class.sandbox.forkserver"
NAMES = {protocol.DONE: "done", protocol.MEMORY: "memory"}
SOON = 0.05  # seconds that are not worth waiting for
GATHER = 0.002  # seconds for which a jail's bytes gather; else each would wake the grader
PART = 1 << 16  # bytes that are read at once
MOST_WAITED = 3  # times the limit by the clock that others may have had the processor
MOST_LINES = 10_000  # that are read; an honest jail says one for each step
MOST_BRACKETS = 500_000  # "{" and "[" in replies to cells and calls: each may be an object to make out here


class WorkerError(Exception):
    """The sandbox itself failed, not the submission in it."""


@dataclass(frozen=True)
class Run:
    """What came of one job.

    Attributes:
        replies: from a step's number to the reply; steps that were not reached are missing.
        over: "done", or what was used up: "late", "memory", "output". "late" is a step that cannot be
            interrupted, or the whole.
        waited: seconds by the clock for which it was given more, since others had the processor.
        reading: seconds of processor time that it took to listen, and to make out the replies.
    """

    replies: dict[int, Reply]
    over: str
    waited: float = 0.0
    reading: float = 0.0


class Worker:
    """One fork server and the line to it. Use as a context manager; one that dies is started again.

    Args:
        withheld: modules that answers may not use.
        limits: for each job.
        confined: in bubblewrap; else with the rights of the teacher.
        hidden: folders of the teacher's that answers may not see, wherever they lie.
    """

    def __init__(
        self, withheld: Iterable[str], limits: Limits, confined: bool = True, hidden: Iterable[Path] = ()
    ):
        self.withheld, self.limits, self.confined = tuple(withheld), limits, confined
        self.hidden = tuple(hidden)
        self.process: subprocess.Popen | None = None  # the fork server
        self.control: socket.socket | None = None  # the line to it
        self.words: IO[bytes] | None = None  # its last ones
        self.folder: tempfile.TemporaryDirectory | None = None  # its library, and a place to stand
        self.identity: Identity | None = None
        self.open = self.abandoned = False

    def __enter__(self) -> "Worker":
        if self.confined:
            self.identity = Identity()
        self.open = True
        return self

    def __exit__(self, *_) -> None:
        self._stop()
        if self.identity is not None:
            self.identity.release()
        if self.folder is not None:
            self.folder.cleanup()
            self.folder = None
        self.open = False

    def ready(self) -> None:
        """Wait until there is a fork server, so that its start is on no job's clock.

        Raises:
            WorkerError: none could be started.
        """
        if self.process is None:
            self.run([])

    def abandon(self) -> None:
        """Called from another thread: end what runs now, so that `run` raises, and start nothing more."""
        self.abandoned = True
        control = self.control
        if control is not None:
            with contextlib.suppress(OSError):
                control.shutdown(socket.SHUT_WR)

    def run(self, steps: list[Step], most: float = float("inf"), more: float = float("inf")) -> Run:
        """Do one job in a jail of its own.

        Args:
            steps: in order.
            most: seconds by the clock, where less than the limit is left.
            more: seconds for which others may have the processor meanwhile, where it is less than
                `MOST_WAITED` times that.
        Raises:
            WorkerError: no fork server could be started, or it was lost twice.
        """
        job = protocol.pack_job(steps)
        for last in (False, True):
            try:
                control = self.control or self._start()
                begun = time.thread_time()
                said, over, waited = self._do(job, control, most, more)
                if self.abandoned:
                    raise WorkerError("it was given up")
                replies = _read(said, steps)
                return Run(replies, over, waited, time.thread_time() - begun)
            except (OSError, WorkerError) as error:
                words = self._stop()
                if last or self.abandoned:
                    raise WorkerError(f"the sandbox was lost ({error}{words})") from None
        raise AssertionError

    def _start(self) -> socket.socket:
        """Start a fork server; return the line to it."""
        if not self.open or self.abandoned:
            raise WorkerError("it is not open" if not self.open else "it was given up")
        if self.folder is None:
            self.folder = tempfile.TemporaryDirectory(prefix="prpn-edu-")
            copy_library(Path(self.folder.name, "library"), self.withheld)
        library, scratch = Path(self.folder.name, "library"), Path(self.folder.name, "scratch")
        scratch.mkdir(exist_ok=True)
        own = (self.identity.number, self.identity.core) if self.identity is not None else None
        command = [sys.executable, "-m", FORK_SERVER, json.dumps(asdict(self.limits)), json.dumps(own)]
        if self.confined:
            command = [*confinement.bubblewrap(library, self.hidden), *command]
        control, theirs = socket.socketpair()
        words = tempfile.TemporaryFile()  # noqa: SIM115  until the fork server ends
        with theirs:
            self.process = subprocess.Popen(
                command,
                cwd=scratch,
                env=confinement.environment(str(library), str(scratch)),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=words,
                start_new_session=True,
            )
        self.control, self.words = control, words
        if self.abandoned:  # before there was a line to close
            raise WorkerError("it was given up")
        return control

    def _do(self, job: bytes, control: socket.socket, most: float, more: float) -> tuple[bytes, str, float]:
        """Hand a job to a jail; return what it says, how it ended and how long it waited, as in `Run`."""
        limits = replace(self.limits, wall=min(self.limits.wall, most))
        out, theirs = os.pipe()
        with open(out, "rb", 0), tempfile.TemporaryFile() as file:
            with open(theirs, "wb", 0):
                file.write(job)
                file.seek(0)
                socket.send_fds(control, [protocol.RUN], [file.fileno(), theirs])
            said, over, waited = _listen(control, out, limits, more)
            word = _last_word(control)
            os.set_blocking(out, False)  # what is still in the pipe of a jail that is gone
            with contextlib.suppress(BlockingIOError):
                while len(said) <= self.limits.output and (part := os.read(out, PART)):
                    said += part
        return bytes(said[: self.limits.output]), over or NAMES[word], waited

    def _stop(self) -> str:
        """End the fork server; return its last words, if any."""
        if self.process is None or self.control is None or self.words is None:
            return ""
        self.control.close()
        try:
            self.process.wait(GRACE)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.words.seek(0)
        lines = self.words.read().decode("utf-8", "replace").strip().splitlines()
        self.words.close()
        self.process = self.control = self.words = None
        return f": {lines[-1][:300]}" if lines else ""


def _listen(
    control: socket.socket, out: int, limits: Limits, most_waited: float = float("inf")
) -> tuple[bytearray, str, float]:
    """Read what a jail says until the fork server has a word on it, or the job has used up what it may use.

    Args:
        control: the line to the fork server.
        out: the pipe that the jail writes to.
        limits: of the job.
        most_waited: seconds of the clock that it may be given more.
    Returns:
        what was said; what the job has used up, "" for nothing, which is told to the fork server; and for how
        long it was given more.
    Raises:
        WorkerError: the fork server did not start.
    """
    said, over, waits = bytearray(), "", [control.fileno(), out]
    now = time.monotonic()
    overdue, end, credit = now + START, float("inf"), 0.0
    while not over:
        ready, _, _ = select.select(waits, [], [], max(0.0, overdue - now))
        if control.fileno() in ready:
            return said, "", credit
        now = time.monotonic()
        if said and out not in ready and now >= overdue:  # but for the time in which others ran?
            waited = _waited(control)
            if waited is None:
                return said, "", credit
            more = min(waited, MOST_WAITED * limits.wall, most_waited) - credit
            if more > SOON:
                overdue, end, credit = overdue + more, end + more, credit + more
                continue
        if out in ready:
            part = os.read(out, PART)
            said += part
            waits = waits if part else waits[:1]
            end = min(end, now + limits.wall)  # from the first part on
            overdue = min(end, now + 1.25 * SLACK * limits.step + 1)  # a step that should be interrupted
            if len(part) < PART:
                select.select(waits[:1], [], [], GATHER)
        if not said and now >= overdue:
            raise WorkerError("it did not start")
        over = "output" if len(said) > limits.output else "late" if now >= overdue else ""
    control.sendall(protocol.STOP)
    return said, over, credit


def _waited(control: socket.socket) -> float | None:
    """Seconds for which the job waited while others ran; None when it has ended.

    Raises:
        WorkerError: the fork server is gone, or does not answer.
    """
    control.sendall(protocol.WAITED)
    ready, _, _ = select.select([control], [], [], GRACE)
    if not ready or control.recv(1, socket.MSG_PEEK) != protocol.WAITED:
        return None
    said = control.recv(1 + protocol.SECONDS.size, socket.MSG_WAITALL)
    return protocol.SECONDS.unpack(said[1:])[0]


def _last_word(control: socket.socket) -> bytes:
    """What the fork server says when the jail is gone.

    Raises:
        WorkerError: the fork server is gone, or does not answer.
    """
    word = protocol.WAITED
    while word == protocol.WAITED:  # an answer for which nobody waits any more
        ready, _, _ = select.select([control], [], [], GRACE)
        if not ready:
            raise WorkerError("it does not answer")
        word = control.recv(1)
        if not word:
            raise WorkerError("it ended")
        if word == protocol.WAITED:
            control.recv(protocol.SECONDS.size, socket.MSG_WAITALL)
    return word


def _read(said: bytes, steps: list[Step]) -> dict[int, Reply]:
    """The replies to some steps: the first to each counts, and nonsense counts for nothing.

    Raises:
        WorkerError: the jail could not be set up.
    """
    if not said.startswith(protocol.BEGUN):
        raise WorkerError("sandbox startup failure")
    replies: dict[int, Reply] = {}
    own = any(not isinstance(step, Read) for step in steps)  # what a student wrote has run there
    left = MOST_BRACKETS if own else len(said)
    for line in said.split(b"\n", MOST_LINES)[:MOST_LINES]:
        left -= line.count(b"{") + line.count(b"[")
        reply = protocol.unpack_reply(line) if left >= 0 else None
        if reply is not None and 0 <= reply.step < len(steps) and _fits(reply, steps[reply.step]):
            replies.setdefault(reply.step, reply)
    return replies


def _fits(reply: Reply, step: Step) -> bool:
    """Whether a reply can be one to this kind of step."""
    return (reply.outcomes is None or isinstance(step, Call)) and (
        reply.submission is None or isinstance(step, Read)
    )
