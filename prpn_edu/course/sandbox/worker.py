"""The grader's end of the line to a fork server: steps go in, what came of each comes out."""

import base64
import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from prpn_edu.course.sandbox import confinement, protocol
from prpn_edu.course.sandbox.jail import Limits
from prpn_edu.course.sandbox.library import copy_library

START = 120.0  # seconds in which a fork server has to be ready
GRACE = 20.0  # seconds beyond a jail's wall time in which the fork server has to answer
MOST_LINES = 10_000  # that are read; an honest jail says one for each step


class WorkerError(Exception):
    """The sandbox itself failed, not the submission in it."""


@dataclass(frozen=True)
class Run:
    """What came of the steps of one submission.

    Attributes:
        said: from a step's number to what was said of it; steps that were not reached are missing.
        over: "done", or what was used up: "late", "memory", "output".
    """

    said: dict[int, dict]
    over: str


class Worker:
    """One fork server and the line to it. Use as a context manager; a fork server that dies is started again.

    Args:
        withheld: modules that answers may not use.
        limits: for each submission.
        confined: in bubblewrap; else with the rights of the teacher.
        number: tells the workers of one machine apart.
    """

    def __init__(self, withheld: Iterable[str], limits: Limits, confined: bool = True, number: int = 0):
        self.withheld, self.limits, self.confined, self.number = tuple(withheld), limits, confined, number
        self.process = None
        self.folder = None
        self.abandoned = False

    def __enter__(self) -> "Worker":
        self.folder = tempfile.TemporaryDirectory(prefix="prpn-edu-")
        library = Path(self.folder.name, "library")
        library.mkdir()
        copy_library(library, self.withheld)
        (Path(self.folder.name) / "scratch").mkdir()
        os.chmod(self.folder.name, 0o755)  # a jail's own identity reads the library
        return self

    def __exit__(self, *_) -> None:
        self._stop()
        if self.folder is not None:
            self.folder.cleanup()

    def abandon(self) -> None:
        """Called from another thread: kill what runs now, so that `run` raises, and start nothing more."""
        self.abandoned = True
        process = self.process
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def run(self, steps: list[dict]) -> Run:
        """Run the steps of one submission in a jail of its own.

        Raises:
            WorkerError: no fork server could be started, or it was lost twice.
        """
        for last in (False, True):
            try:
                if self.process is None:
                    self._start()
                if self.abandoned:
                    raise WorkerError("it was given up")
                protocol.send(self.process.stdin.fileno(), {"steps": steps})
                answer = self._receive(self.limits.wall + GRACE)
                return Run(_read(answer["said"], len(steps)), answer["over"])
            except (OSError, protocol.ProtocolError, WorkerError) as error:
                self._stop()
                if last or self.abandoned:
                    raise WorkerError(f"the sandbox was lost ({error})") from None
        raise AssertionError

    def _start(self) -> None:
        library, scratch = Path(self.folder.name, "library"), Path(self.folder.name, "scratch")
        settings = {"limits": asdict(self.limits), "confined": self.confined, "number": self.number}
        program = [sys.executable, "-m", "prpn_edu.course.sandbox.forkserver", json.dumps(settings)]
        if self.confined:
            program = [*confinement.bubblewrap(library), *program]
        self.process = subprocess.Popen(
            program,
            cwd=scratch,
            env=confinement.environment(str(library), str(scratch)),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        if not self._receive(START).get("ready"):
            raise WorkerError("it did not start")

    def _receive(self, seconds: float) -> dict:
        """One frame of the fork server, within some seconds."""
        descriptor, deadline = self.process.stdout.fileno(), time.monotonic() + seconds
        ready, _, _ = select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            raise WorkerError("it does not answer")
        answer = protocol.receive(descriptor)
        if answer is None:
            self.process.wait(5)
            said = self.process.stderr.read().decode("utf-8", "replace").strip().splitlines()
            raise WorkerError(said[-1] if said else "it ended")
        return answer

    def _stop(self) -> None:
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
                with contextlib.suppress(BrokenPipeError):
                    pipe.close()
            self.process = None


def _read(text: str, number: int) -> dict[int, dict]:
    """What was said of each step: the first word counts, and nonsense counts for nothing.

    Raises:
        WorkerError: the jail could not be set up.
    """
    data = base64.b64decode(text)
    if not data.startswith(protocol.BEGUN):
        raise WorkerError("sandbox startup failure")
    said = {}
    for line in data.split(b"\n", MOST_LINES)[:MOST_LINES]:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            continue
        step = message.get("step") if isinstance(message, dict) else None
        if type(step) is int and 0 <= step < number:
            said.setdefault(step, message)
    return said
