"""Takes the steps of a job in a jail: reads files, runs cells, calls functions.

Each step has its time; then it is interrupted and the next one begins. The process is the student's to
break, and nothing here needs to be believed: values are compared outside.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from IPython.core.interactiveshell import InteractiveShell

from prpn_class.sandbox import asked
from prpn_class.sandbox.archives import SubmissionError
from prpn_class.sandbox.calls import Ear, answer, call
from prpn_class.sandbox.finding import read
from prpn_class.sandbox.jail import SLACK, waited
from prpn_class.sandbox.protocol import Call, Cell, Read, Reply, Step, short
from prpn_class.sandbox.shell import shell
from prpn_class.sandbox.withheld import is_withheld
from prpn_course.checking import lending, no_card
from prpn_course.checking.going_on import after
from prpn_course.checking.outcomes import OverTime
from prpn_course.checking.results import words_of

SOON = 0.05  # seconds that are not worth waiting for
BRIEF = 0.1  # of the time of a step, where most of it is known to be wasted


def run_steps(steps: list[Step], seconds: float, reply: Callable[[Reply], None]) -> None:
    """Take all steps and reply to each.

    Args:
        steps: in order.
        seconds: for each.
        reply: called with what came of a step.
    """
    kernel, streams = shell(), (sys.stdout, sys.stderr)
    sys.argv = ["ipykernel_launcher.py", "-f", "kernel.json"]
    lending.allow()
    run_cell, namespace = kernel.run_cell, kernel.user_ns
    overdue = list[Any]()
    asked.hear = ear = Ear(steps, namespace)
    for number, step in enumerate(steps):
        sys.stdout, sys.stderr = streams  # whatever the last step made of them
        function = None
        brief = isinstance(step, Cell) and step.brief
        try:
            with alarm(BRIEF * seconds if brief else seconds):
                if isinstance(step, Cell):
                    came = _cell(run_cell, kernel, step.source)
                elif isinstance(step, Call) and step.heard:
                    came = ear.kept(step)
                elif isinstance(step, Call):
                    function = answer(namespace, step)
                    if any(function is one for one in overdue):
                        raise OverTime  # as it was when it was called before
                    came = call(namespace, step)
                else:
                    came = _read(step)
        except OverTime as error:
            came = {"late": True}
            overdue += [function] if function is not None else []
            _sweep()
            with suppress(OverTime), alarm(BRIEF * seconds):
                run_cell(error.rest)
        if isinstance(step, Cell):
            came["heard"] = ear.tasks()
        reply(Reply(number, **came))


def _sweep() -> None:
    """End the other processes of this jail, if it has its own: a step that was late may have left some."""
    if os.getpid() == 1:
        with suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)


def _cell(run_cell: Callable, kernel: InteractiveShell, source: str) -> dict:
    """Run a cell, and what is left of it where a statement fails.

    Returns:
        what would fail at home too; else what is only there, a module, a file or words.
    Raises:
        OverTime: its time is over; the attribute `rest` holds what is still to run.
    """
    said, missed, left = dict[str, Any](), dict[str, Any](), [source]
    for text in left:  # grows
        for failed, error in _failures(run_cell, kernel, text):
            rest, only_here = after(error, kernel, failed, is_withheld(error))
            if isinstance(error, OverTime):
                error.rest = rest
                raise error
            if not only_here:
                said = said or {"error": short(words_of(error))}
            elif not (is_withheld(error) or no_card.is_meant(error) or isinstance(error, NameError)):
                missed = missed or {"error": short(words_of(error)), "absent": lending.is_absent(error)}
            left += [rest] if rest else []
    lending.take_back()
    return said or missed


def _failures(run_cell: Callable, kernel: InteractiveShell, source: str) -> list[tuple[str, Any]]:
    """Run a cell; what failed, and how: the cell, or one in it whose errors it keeps, as `%%capture` does."""
    runs = list[Any]()
    no_card.foresee(source)
    kernel.events.register("post_run_cell", runs.append)
    try:
        whole = run_cell(source)
    finally:
        with suppress(ValueError):  # the cell took it out
            kernel.events.unregister("post_run_cell", runs.append)
    inner = [(one.info.raw_cell, one) for one in runs if one is not whole]
    told = [(text, one.error_before_exec or one.error_in_exec) for text, one in [*inner, (source, whole)]]
    return [(text, error) for text, error in told if error is not None]


def _read(step: Read) -> dict:
    try:
        return {"submission": read(step.files, step.released)}
    except SubmissionError as error:
        return {"refused": short(error)}


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `OverTime` after some seconds, and again each second until it is heard.

    Seconds of processor time, so that a busy machine, or a neighbour who uses it up, costs nobody a mark;
    `SLACK` times as many by the clock, for those who sleep, without those in which others had the processor.
    """
    begun, before = time.monotonic(), waited()

    def ring(number, _):
        left = begun + SLACK * seconds + waited() - before - time.monotonic()
        if number == signal.SIGALRM and left > SOON:
            signal.setitimer(signal.ITIMER_REAL, left, 1.0)
            return
        raise OverTime

    timers = (
        (signal.ITIMER_PROF, signal.SIGPROF, seconds),
        (signal.ITIMER_REAL, signal.SIGALRM, SLACK * seconds),
    )
    for timer, number, most in timers:
        signal.signal(number, ring)
        signal.setitimer(timer, most, 1.0)
    try:
        yield
    finally:
        for timer, _, _ in timers:
            signal.setitimer(timer, 0)
