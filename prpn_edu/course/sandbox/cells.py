"""Runs a student's cells, and calls the student's functions, in a process that is theirs to break.

A step is a cell to run or a function to call on inputs. Each has its time; then it is interrupted and the
next one begins. Nothing here needs to be believed: values are compared outside.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from prpn_edu.course.checking.outcomes import run
from prpn_edu.course.sandbox.protocol import LONGEST, pack, unpack_cases
from prpn_edu.course.task import NotYet


class OverTime(BaseException):
    """A step took too long. Not an `Exception`, so that answers do not catch it in passing."""


def shell() -> InteractiveShell:
    """The shell of a notebook's kernel, without history and without tracebacks. Made once, then forked."""
    config = Config()
    config.HistoryManager.enabled = False
    made = InteractiveShell.instance(config=config)
    made.showtraceback = made.showsyntaxerror = lambda *arguments, **named: None
    return made


def run_steps(steps: list[dict], seconds: float, say: Callable[[dict], None]) -> None:
    """Take all steps and say after each what came of it.

    Args:
        steps: {"cell": source} or {"function": name, "cases": packed inputs}.
        seconds: for each.
        say: called with {"step": its number, ...}.
    """
    run_cell, namespace, streams = shell().run_cell, shell().user_ns, (sys.stdout, sys.stderr)
    for number, step in enumerate(steps):
        sys.stdout, sys.stderr = streams  # whatever the last step made of them
        try:
            with _alarm(seconds):
                said = _cell(run_cell, step["cell"]) if "cell" in step else _call(namespace, step)
        except OverTime:
            said = {"late": True}
            _sweep()
        say({"step": number, **said})


def _sweep() -> None:
    """End the other processes of this jail, if it has its own: a step that was late may have left some."""
    if os.getpid() == 1:
        with suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)


def _cell(run_cell: Callable, source: str) -> dict:
    result = run_cell(source)
    error = result.error_before_exec or result.error_in_exec
    if isinstance(error, OverTime):
        raise error
    return {"error": _words(error)} if error is not None else {}


def _call(namespace: dict, step: dict) -> dict:
    function = namespace.get(step["function"])
    if function is None:
        return {"missing": True}
    if not callable(function):
        return {"uncallable": type(function).__name__[:LONGEST]}
    outcomes = []
    for case in unpack_cases(step["cases"]):
        try:
            outcomes.append(pack(run(function, case)))
        except NotYet:
            return {"open": True}
    return {"outcomes": outcomes}


def _words(error: BaseException) -> str:
    try:
        return f"{type(error).__name__}: {error}".rstrip(": ")[:LONGEST]
    except Exception:  # an exception whose own words raise
        return type(error).__name__


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise `OverTime` after some seconds, and again each second until it is heard."""

    def ring(*_):
        raise OverTime

    signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
