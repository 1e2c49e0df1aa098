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
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from prpn_edu.course.sandbox import confinement, protocol
from prpn_edu.course.sandbox.conversation import Conversation, WorkerError
from prpn_edu.course.sandbox.identity import Identity
from prpn_edu.course.sandbox.jail import Limits
from prpn_edu.course.sandbox.library import copy_library
from prpn_edu.course.sandbox.protocol import Reply, Step

START = 120.0  # seconds in which a fork server has to be ready
MOST_LINES = 10_000  # that are read; an honest jail says one for each step


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
        self.process: subprocess.Popen | None = None
        self.control: socket.socket | None = None
        self.folder: tempfile.TemporaryDirectory | None = None
        self.identity: Identity | None = None
        self.abandoned = False

    def __enter__(self) -> "Worker":
        self.folder = tempfile.TemporaryDirectory(prefix="prpn-edu-")
        folder = Path(self.folder.name)
        for name in ("library", "scratch"):
            (folder / name).mkdir()
        copy_library(folder / "library", self.withheld)
        folder.chmod(0o755)  # a jail's own identity reads the library
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
                control = self.control or self._start()
                if self.abandoned:
                    raise WorkerError("it was given up")
                said, over = self._do(job, control)
                return Run(_read(said, len(steps)), over)
            except (OSError, WorkerError) as error:
                words = self._stop()
                if last or self.abandoned:
                    raise WorkerError(f"the sandbox was lost ({error}{words})") from None
        raise AssertionError

    def _start(self) -> socket.socket:
        """Start the fork server; return the line to it."""
        if self.folder is None:
            raise WorkerError("it is not open")
        library, scratch = Path(self.folder.name, "library"), Path(self.folder.name, "scratch")
        identity = self.identity.number if self.identity is not None else None
        settings = {"limits": asdict(self.limits), "identity": identity}
        program = [sys.executable, "-m", "prpn_edu.course.sandbox.forkserver", json.dumps(settings)]
        if self.confined:
            program = [*confinement.bubblewrap(library, self.hidden), *program]
        control, theirs = socket.socketpair()
        self.control = control
        with theirs:
            self.process = subprocess.Popen(
                program,
                cwd=scratch,
                env=confinement.environment(str(library), str(scratch)),
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
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
        if self.control is not None:
            self.control.close()
            self.control = None
        if self.process is None:
            return ""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        words = self.process.communicate()[1].decode("utf-8", "replace").strip().splitlines()
        self.process = None
        return f": {words[-1][:300]}" if words else ""


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
    replies: dict[int, Reply] = {}
    for line in said.split(b"\n", MOST_LINES)[:MOST_LINES]:
        reply = protocol.unpack_reply(line)
        if reply is not None and 0 <= reply.step < number:
            replies.setdefault(reply.step, reply)
    return replies
