"""The fork server: imports what the notebooks of a sheet need, once, then forks a jail for each submission.

At the grader's end of its line is a `Worker`, which starts it as a program of its own, in bubblewrap where
there is one. For each job the worker sends a file with the steps, and a pipe for the replies. The jail
inherits both; the fork server reads neither: what it held would be found in the memory of every later jail.
"""

import contextlib
import fcntl
import gc
import json
import os
import select
import signal
import socket
import sys

import torch

import prpn_course  # noqa: F401
from prpn_class.sandbox import cells, crowd, jail, protocol
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.shell import shell

MOST_DESCRIPTORS = 4096
REPLIES, JOB = 3, 4  # the descriptors of a jail, besides the three that every process has
WATCH = 0.1  # seconds between two looks at the memory


def main(limits: Limits, own: tuple[int, int] | None) -> None:
    """Serve until the worker closes the line, which is the standard input.

    Args:
        limits: of a job.
        own: the user number of a jail, where the fork server is root, and its core; None where jobs are not
            confined.
    """
    control = socket.socket(fileno=os.dup(0))
    torch.set_num_threads(1)
    identity = own[0] if own else None
    if own:
        os.sched_setaffinity(0, {own[1]})  # what else runs in it is on no other jail's core
    shell()
    gc.freeze()  # no jail need look through all modules, and copy them into its own memory
    while True:
        word, descriptors, _, _ = socket.recv_fds(control, 1, 2)
        if not word:
            return
        if word == protocol.RUN:  # else a STOP that crossed the end of a job
            job, replies = descriptors
            control.sendall(Forked(job, replies, limits, identity).watch(control))


class Forked:
    """One job being done: a jail, and the process beside it that waits for its end.

    Args:
        job: the file that the jail reads; closed here.
        replies: the pipe that it writes; closed here.
        limits: of the jail.
        identity: as for `main`.
    """

    def __init__(self, job: int, replies: int, limits: Limits, identity: int | None):
        self.limits, self.identity = limits, identity
        self.crowded = False
        self.alive, alive = os.pipe()  # closed at its other end when the job is done
        self.child = os.fork()
        if self.child == 0:
            try:
                self._wait(job, replies, alive)
            except BaseException as error:
                os.write(2, f"{error}\n".encode("utf-8", "replace"))
            finally:
                os._exit(1)
        for descriptor in (job, replies, alive):
            os.close(descriptor)
        pid = os.read(self.alive, 16)
        self.first = int(pid) if pid else None  # first process of the jail, as the fork server sees it
        self.company, self.mappings = crowd.Company(self.first or 0), crowd.Mappings()

    def _wait(self, job: int, replies: int, alive: int) -> None:
        """In the first fork: make the jail, and wait for its end."""
        if self.identity is not None:
            jail.die_with_parent()
            jail.unshare()
        first = os.fork()
        if first == 0:
            self._run(job, replies)
        os.write(alive, str(first).encode())
        for descriptor in (job, replies):
            os.close(descriptor)
        os.waitpid(first, 0)
        os._exit(0)

    def _run(self, job: int, replies: int) -> None:
        """In the second fork, the jail: give up all rights, then read the job and do it."""
        os.setsid()
        if self.identity is not None:
            jail.mount_private(self.limits)
        high = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, JOB + 1) for descriptor in (replies, job)]
        for descriptor, place in zip(high, (REPLIES, JOB), strict=True):
            os.dup2(descriptor, place)
        os.closerange(JOB + 1, MOST_DESCRIPTORS)
        nothing = os.open(os.devnull, os.O_RDWR)  # of its own: what is open is shared with all other jails
        for descriptor in (0, 1, 2):
            os.dup2(nothing, descriptor)
        os.close(nothing)
        if self.identity is not None:
            jail.limit(self.limits)
            jail.give_up_rights(self.limits, self.identity)
            jail.die_with_parent()
        os.write(REPLIES, protocol.BEGUN)
        with open(JOB, "rb") as file:
            steps = protocol.unpack_job(file.read())
        cells.run_steps(steps, self.limits.step, _reply)
        os._exit(0)

    def watch(self, control: socket.socket) -> bytes:
        """Wait until the job is done, is stopped by the worker, or has used up its memory; then end it.

        Returns:
            `protocol.DONE` or `protocol.MEMORY`.
        """
        over = None
        try:
            while over is None:
                ready, _, _ = select.select([control.fileno(), self.alive], [], [], WATCH)
                if control.fileno() in ready:
                    over = self._word(control)
                elif self.alive in ready:
                    over = protocol.DONE
                elif self.identity is not None and self.first is not None:
                    pages = crowd.family(self.first)
                    self.company.look(pages)
                    self.crowded |= crowd.give_way(self.first, list(pages), self.identity)
                    full = crowd.memory(self.first, pages) > self.limits.memory
                    if full or self.mappings.are_too_many(pages):
                        over = protocol.MEMORY
        finally:
            self._close()
        return over

    def _word(self, control: socket.socket) -> bytes | None:
        """Answer the worker, or say that the job is done: it said STOP, or is gone.

        A crowd has only itself to wait for, and others are given less by what their own company took.
        """
        if control.recv(1) != protocol.WAITED:
            return protocol.DONE
        seconds = 0.0
        if self.first is not None and not self.crowded:
            seconds = max(0.0, jail.waited(self.first) - self.company.taken)
        control.sendall(protocol.WAITED + protocol.SECONDS.pack(seconds))
        return None

    def _close(self) -> None:
        """Kill all that lives in the jail.

        When its first process dies, the kernel ends the others. But that one may be long in giving back its
        memory, and longest where helpers burn meanwhile; so they are killed with it, again and again.
        """
        ended = False
        while not ended:
            self._kill()
            ended = bool(select.select([self.alive], [], [], WATCH)[0])
        os.close(self.alive)
        os.waitpid(self.child, 0)

    def _kill(self) -> None:
        """Send the first process and its helpers the signal that ends them."""
        if self.first is None:
            return
        kill = os.killpg if self.identity is None else os.kill
        for one in [self.first] if self.identity is None else crowd.family(self.first):
            with contextlib.suppress(ProcessLookupError):
                kill(one, signal.SIGKILL)


def _reply(said: protocol.Reply) -> None:
    data = memoryview(protocol.pack_reply(said) + b"\n")
    while data:
        data = data[os.write(REPLIES, data) :]


if __name__ == "__main__":
    main(Limits(**json.loads(sys.argv[1])), json.loads(sys.argv[2]))
