"""The fork server: imports what notebooks need, once, then forks a jail for each submission.

Started by `worker` with the settings as JSON in its one argument. Commands come in on standard input and go
out on standard output; a jail inherits neither, only a pipe of its own.
"""

import base64
import contextlib
import importlib
import json
import os
import select
import signal
import sys
import time

import torch

from prpn_edu.course.sandbox import cells, jail, protocol
from prpn_edu.course.sandbox.jail import Limits

MOST_DESCRIPTORS = 4096
WATCH = 0.1  # seconds between two looks at the memory


def main() -> None:
    """Serve until the grader closes the line."""
    settings = json.loads(sys.argv[1])
    limits = Limits(**settings["limits"])
    commands, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1):
        os.dup2(nothing, descriptor)
    _preload()
    protocol.send(replies, {"ready": True})
    while (job := protocol.receive(commands)) is not None:
        process = Jail(job["steps"], limits, settings["confined"], settings["number"])
        protocol.send(replies, process.watch())


def _preload() -> None:
    """Import what notebooks import, so that no jail has to."""
    for name in ("matplotlib.pyplot", "prpn_edu.course", "prpn_edu.rounding"):
        importlib.import_module(name)
    torch.set_num_threads(1)
    cells.shell()


class Jail:
    """One submission being run: its process, and the pipe on which it speaks."""

    def __init__(self, steps: list[dict], limits: Limits, confined: bool, number: int):
        self.limits = limits
        self.confined = confined
        self.output, output = os.pipe()
        first_read, first_write = os.pipe()
        self.child = os.fork()
        if self.child == 0:
            try:
                self._run(steps, output, first_write, number)
            finally:
                os._exit(1)
        for descriptor in (output, first_write):
            os.close(descriptor)
        pid = os.read(first_read, 16)
        os.close(first_read)
        self.first = int(pid) if pid else self.child  # first process of the jail, as the fork server sees it

    def _run(self, steps: list[dict], output: int, first_write: int, number: int) -> None:
        """In the fork: make the jail, run the steps, never return to the fork server's loop."""
        if not self.confined:
            os.setsid()
            os.write(first_write, str(os.getpid()).encode())
        else:
            jail.unshare()
            first = os.fork()
            if first:
                os.write(first_write, str(first).encode())
                os.close(output)
                os.waitpid(first, 0)
                os._exit(0)
            jail.mount_private(self.limits)
        os.dup2(
            os.open(os.devnull, os.O_RDWR), 2
        )  # the fork server's is shared with other jails, and may be full
        os.dup2(output, 3)
        os.closerange(4, MOST_DESCRIPTORS)
        if self.confined:
            jail.limit(self.limits)
            jail.give_up_rights(self.limits, number)
        os.write(3, protocol.BEGUN)
        cells.run_steps(steps, self.limits.step, lambda said: _say(3, said))
        os._exit(0)

    def watch(self) -> dict:
        """Collect what the jail says until it is done, or has used up what it may use.

        Returns:
            {"said": what came, in base64, "over": "done", "late", "memory" or "output"}; "late" is a step
            that cannot be interrupted, or the whole.
        """
        end = time.monotonic() + self.limits.wall
        patience = 1.5 * self.limits.step + 1
        deadline = min(end, time.monotonic() + patience)
        said, over = bytearray(), "done"
        try:
            while over == "done":
                left = deadline - time.monotonic()
                ready, _, _ = select.select([self.output], [], [], max(0.0, min(WATCH, left)))
                if ready:
                    part = os.read(self.output, 1 << 16)
                    if not part:
                        break
                    said += part
                    deadline = min(end, time.monotonic() + patience)
                if len(said) > self.limits.output:
                    over = "output"
                elif left <= 0:
                    over = "late"
                elif self.confined and self._memory() > self.limits.memory:
                    over = "memory"
        finally:
            self._close()
        return {"said": base64.b64encode(said[: self.limits.output]).decode(), "over": over}

    def _memory(self) -> int:
        return jail.resident_memory(but={os.getpid(), self.child})

    def _close(self) -> None:
        """Kill all that lives in the jail. When its first process dies, the kernel ends the others."""
        os.close(self.output)
        kill = os.kill if self.confined else os.killpg
        with contextlib.suppress(ProcessLookupError):
            kill(self.first, signal.SIGKILL)
        os.waitpid(self.child, 0)


def _say(descriptor: int, said: dict) -> None:
    data = memoryview(json.dumps(said).encode() + b"\n")
    while data:
        data = data[os.write(descriptor, data) :]


if __name__ == "__main__":
    main()
