"""The grader's end of the line to a fork server: a job goes in, replies to its steps come out."""

import contextlib
import os
import select
import socket
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

from prpn_class.sandbox import protocol, starters
from prpn_class.sandbox.conversation import GRACE, Conversation, WorkerError
from prpn_class.sandbox.identity import Identity
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.protocol import Call, Read, Reply, Step

START = 120.0  # seconds in which a fork server has to be ready
MOST_LINES = 10_000  # that are read; an honest jail says one for each step
MOST_BRACES = 500_000  # in the replies to cells and calls: each may be an object to make out here, in no jail


@dataclass(frozen=True)
class Run:
    """What came of one job.

    Attributes:
        replies: from a step's number to the reply; steps that were not reached are missing.
        over: "done", or what was used up: "late", "memory", "output". "late" is a step that cannot be
            interrupted, or the whole.
    """

    replies: dict[int, Reply]
    over: str


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
        self.starter: starters.Starter | None = None
        self.control: socket.socket | None = None
        self.words: IO[bytes] | None = None  # the last ones of the fork server
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
        self.open = False

    def abandon(self) -> None:
        """Called from another thread: end what runs now, so that `run` raises, and start nothing more."""
        self.abandoned = True
        control = self.control
        if control is not None:
            with contextlib.suppress(OSError):
                control.shutdown(socket.SHUT_WR)

    def run(self, steps: list[Step]) -> Run:
        """Do one job in a jail of its own.

        Raises:
            WorkerError: no fork server could be started, or it was lost twice.
        """
        job = protocol.pack_job(steps)
        for last in (False, True):
            try:
                control = self.control or self._start()
                if self.abandoned:
                    raise WorkerError("it was given up")
                said, over = self._do(job, control)
                if self.abandoned:
                    raise WorkerError("it was given up")
                return Run(_read(said, steps), over)
            except (OSError, WorkerError) as error:
                words = self._stop()
                if last or self.abandoned:
                    raise WorkerError(f"the sandbox was lost ({error}{words})") from None
        raise AssertionError

    def _start(self) -> socket.socket:
        """Have a fork server started; return the line to it."""
        if not self.open:
            raise WorkerError("it is not open")
        self.words = tempfile.TemporaryFile()  # noqa: SIM115  until the fork server ends
        self.starter = starters.take(self.confined, self.hidden)
        identity = self.identity.number if self.identity is not None else None
        settings = {"limits": asdict(self.limits), "identity": identity}
        control = self.control = self.starter.fork_server(self.withheld, settings, self.words)
        ready, _, _ = select.select([control], [], [], START)
        if not ready or control.recv(1) != protocol.READY:
            raise WorkerError("it did not start")
        return control

    def _do(self, job: bytes, control: socket.socket) -> tuple[bytes, str]:
        """Hand a job to a jail and read what it says until it is done, or has used up what it may use."""
        with contextlib.ExitStack() as pipes:
            job_out, job_in = (pipes.enter_context(open(end, mode, 0)) for end, mode in _pipe())
            said_out, said_in = (pipes.enter_context(open(end, mode, 0)) for end, mode in _pipe())
            socket.send_fds(control, [protocol.RUN], [job_out.fileno(), said_in.fileno()])
            job_out.close()
            said_in.close()
            for end in (job_in, said_out):
                os.set_blocking(end.fileno(), False)
            return Conversation(control, job_in, said_out, job, self.limits).hold()

    def _stop(self) -> str:
        """End the fork server; return its last words, if any."""
        if self.starter is None:
            return ""
        if self.control is not None:
            if not _ended(self.control):
                self.starter.stop()
            self.control.close()
            self.control = None
        words = starters.last_line(self.words) if self.words is not None else ""
        words = words or self.starter.last_words()
        starters.give_back(self.starter)
        self.starter = None
        return words


def _ended(control: socket.socket) -> bool:
    """Wait until a fork server has heard that it is to end, has ended its jail, and is gone."""
    end = time.monotonic() + GRACE
    with contextlib.suppress(OSError):
        control.shutdown(socket.SHUT_WR)
        while (left := end - time.monotonic()) > 0:
            ready, _, _ = select.select([control], [], [], left)
            if ready and not control.recv(64):
                return True
        return False
    return True


def _pipe() -> list[tuple[int, str]]:
    """The two ends of a pipe, each with its mode."""
    return list(zip(os.pipe(), ("rb", "wb"), strict=True))


def _read(said: bytes, steps: list[Step]) -> dict[int, Reply]:
    """The replies to some steps: the first to each counts, and nonsense counts for nothing.

    Raises:
        WorkerError: the jail could not be set up.
    """
    if not said.startswith(protocol.BEGUN):
        raise WorkerError("sandbox startup failure")
    replies: dict[int, Reply] = {}
    own = any(not isinstance(step, Read) for step in steps)  # what a student wrote has run there
    left = MOST_BRACES if own else len(said)
    for line in said.split(b"\n", MOST_LINES)[:MOST_LINES]:
        left -= line.count(b"{")
        reply = protocol.unpack_reply(line) if left >= 0 else None
        if reply is not None and 0 <= reply.step < len(steps) and _fits(reply, steps[reply.step]):
            replies.setdefault(reply.step, reply)
    return replies


def _fits(reply: Reply, step: Step) -> bool:
    """Whether a reply can be one to this kind of step."""
    return (reply.outcomes is None or isinstance(step, Call)) and (
        reply.submission is None or isinstance(step, Read)
    )
