"""The grader's end of the line to a fork server: a job goes in, replies to its steps come out."""

import contextlib
import json
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from prpn_edu.course.sandbox import confinement, protocol
from prpn_edu.course.sandbox.identity import Identity
from prpn_edu.course.sandbox.jail import SLACK, Limits
from prpn_edu.course.sandbox.library import copy_library
from prpn_edu.course.sandbox.protocol import Reply, Step

START = 120.0  # seconds in which a fork server has to be ready
GRACE = 20.0  # seconds in which it has to end a job that is to stop
MOST_LINES = 10_000  # that are read; an honest jail says one for each step
NAMES = {protocol.DONE: "done", protocol.MEMORY: "memory"}


class WorkerError(Exception):
    """The sandbox itself failed, not the submission in it."""


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
        self.process = self.control = self.folder = self.identity = None
        self.abandoned = False

    def __enter__(self) -> "Worker":
        self.folder = tempfile.TemporaryDirectory(prefix="prpn-edu-")
        library = Path(self.folder.name, "library")
        library.mkdir()
        copy_library(library, self.withheld)
        (Path(self.folder.name) / "scratch").mkdir()
        os.chmod(self.folder.name, 0o755)  # a jail's own identity reads the library
        if self.confined:
            self.identity = Identity()
        return self

    def __exit__(self, *_) -> None:
        self._stop()
        if self.identity is not None:
            self.identity.release()
        if self.folder is not None:
            self.folder.cleanup()

    def abandon(self) -> None:
        """Called from another thread: kill what runs now, so that `run` raises, and start nothing more."""
        self.abandoned = True
        process = self.process
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def run(self, steps: list[Step]) -> Run:
        """Do one job in a jail of its own.

        Raises:
            WorkerError: no fork server could be started, or it was lost twice.
        """
        job = protocol.pack_job(steps)
        for last in (False, True):
            try:
                if self.process is None:
                    self._start()
                if self.abandoned:
                    raise WorkerError("it was given up")
                said, over = self._do(job)
                return Run(_read(said, len(steps)), over)
            except (OSError, WorkerError) as error:
                words = self._stop()
                if last or self.abandoned:
                    raise WorkerError(f"the sandbox was lost ({error}{words})") from None
        raise AssertionError

    def _start(self) -> None:
        library, scratch = Path(self.folder.name, "library"), Path(self.folder.name, "scratch")
        identity = self.identity.number if self.confined else None
        settings = {"limits": asdict(self.limits), "identity": identity}
        program = [sys.executable, "-m", "prpn_edu.course.sandbox.forkserver", json.dumps(settings)]
        if self.confined:
            program = [*confinement.bubblewrap(library, self.hidden), *program]
        self.control, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                program,
                cwd=scratch,
                env=confinement.environment(str(library), str(scratch)),
                stdin=theirs,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        ready, _, _ = select.select([self.control], [], [], START)
        if not ready or self.control.recv(1) != protocol.READY:
            raise WorkerError("it did not start")

    def _do(self, job: bytes) -> tuple[bytes, str]:
        """Hand a job to a jail and read what it says until it is done, or has used up what it may use."""
        with contextlib.ExitStack() as pipes:
            job_out, job_in = (pipes.enter_context(open(end, mode, 0)) for end, mode in _pipe())
            said_out, said_in = (pipes.enter_context(open(end, mode, 0)) for end, mode in _pipe())
            socket.send_fds(self.control, [protocol.RUN], [job_out.fileno(), said_in.fileno()])
            job_out.close()
            said_in.close()
            for end in (job_in, said_out):
                os.set_blocking(end.fileno(), False)
            return _Conversation(self.control, job_in, said_out, job, self.limits).hold()

    def _stop(self) -> str:
        """End the fork server; return its last words, if any."""
        if self.control is not None:
            self.control.close()
            self.control = None
        if self.process is None:
            return ""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        with self.process.stderr as stream:
            words = stream.read().decode("utf-8", "replace").strip().splitlines()
        self.process = None
        return f": {words[-1][:300]}" if words else ""


class _Conversation:
    """One job on its way into a jail, and what comes out of it.

    Args:
        control: the socket to the fork server.
        into: the pipe that takes the job.
        out: the pipe that the jail writes to.
        job: what goes in.
        limits: of the job.
    """

    def __init__(self, control, into, out, job: bytes, limits: Limits):
        self.control, self.into, self.out, self.limits = control, into, out, limits
        self.left, self.said = memoryview(job), bytearray()
        self.end = time.monotonic() + limits.wall
        self.deadline = self._patience()
        self.over = ""  # what the job has used up
        self.selector = selectors.DefaultSelector()
        self.selector.register(control, selectors.EVENT_READ, self._heard)
        self.selector.register(into, selectors.EVENT_WRITE, self._feed)
        self.selector.register(out, selectors.EVENT_READ, self._listen)

    def hold(self) -> tuple[bytes, str]:
        """Go on until the fork server says that the jail is gone.

        Returns:
            what the jail said, and how it ended, as in `Run`.
        Raises:
            WorkerError: the fork server is gone, or does not answer.
        """
        word = None
        with self.selector:
            while word is None:
                for key, _ in self.selector.select(max(0.0, self.deadline - time.monotonic())):
                    word = key.data() or word
                if word is None and not self.over and len(self.said) > self.limits.output:
                    self._end("output")
                elif word is None and time.monotonic() >= self.deadline:
                    if self.over:
                        raise WorkerError("it does not answer")
                    self._end("late")
        self._drain()
        return bytes(self.said[: self.limits.output]), self.over or NAMES[word]

    def _patience(self) -> float:
        """When a step is overdue that should have been interrupted."""
        return min(self.end, time.monotonic() + 1.25 * SLACK * self.limits.step + 1)

    def _end(self, over: str) -> None:
        self.over, self.deadline = over, time.monotonic() + GRACE
        if self.out in self.selector.get_map():
            self.selector.unregister(self.out)
        self.control.sendall(protocol.STOP)

    def _heard(self) -> bytes:
        word = self.control.recv(1)
        if not word:
            raise WorkerError("it ended")
        return word

    def _feed(self) -> None:
        try:
            self.left = self.left[os.write(self.into.fileno(), self.left[: 1 << 16]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self.left = self.left[:0]
        if not self.left:
            self.selector.unregister(self.into)
            self.into.close()

    def _listen(self) -> None:
        part = os.read(self.out.fileno(), 1 << 16)
        if part:
            self.said += part
            self.deadline = self._patience()
        else:
            self.selector.unregister(self.out)

    def _drain(self) -> None:
        """Read what is still in the pipe of a jail that is gone."""
        with contextlib.suppress(BlockingIOError):
            while len(self.said) <= self.limits.output and (part := os.read(self.out.fileno(), 1 << 16)):
                self.said += part


def _pipe() -> list[tuple[int, str]]:
    """The two ends of a pipe, each with its mode."""
    return list(zip(os.pipe(), ("rb", "wb"), strict=True))


def _read(said: bytes, number: int) -> dict[int, Reply]:
    """The replies to some steps: the first to each counts, and nonsense counts for nothing.

    Raises:
        WorkerError: the jail could not be set up.
    """
    if not said.startswith(protocol.BEGUN):
        raise WorkerError("sandbox startup failure")
    replies = {}
    for line in said.split(b"\n", MOST_LINES)[:MOST_LINES]:
        reply = protocol.unpack_reply(line)
        if reply is not None and 0 <= reply.step < number:
            replies.setdefault(reply.step, reply)
    return replies
