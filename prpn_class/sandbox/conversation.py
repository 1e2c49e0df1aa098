"""One job on its way into a jail, and what comes out of it, for as long as it may take."""

import contextlib
import os
import selectors
import socket
import time
from typing import IO

from prpn_class.sandbox import protocol
from prpn_class.sandbox.jail import SLACK, Limits

GRACE = 20.0  # seconds in which the fork server has to end a job that is to stop
NAMES = {protocol.DONE: "done", protocol.MEMORY: "memory"}


class WorkerError(Exception):
    """The sandbox itself failed, not the submission in it."""


class Conversation:
    """One job on its way into a jail, and what comes out of it.

    Args:
        control: the socket to the fork server.
        into: the pipe that takes the job.
        out: the pipe that the jail writes to.
        job: what goes in.
        limits: of the job.
    """

    def __init__(self, control: socket.socket, into: IO[bytes], out: IO[bytes], job: bytes, limits: Limits):
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
