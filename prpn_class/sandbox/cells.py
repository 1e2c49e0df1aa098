"""Takes the steps of a job in a jail: reads files, runs cells, calls functions.

Each step has its time; then it is interrupted and the next one begins. The process is the student's to
break, and nothing here needs to be believed: values are compared outside.
"""

import ast
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from prpn_class.sandbox.archives import SubmissionError
from prpn_class.sandbox.jail import SLACK
from prpn_class.sandbox.protocol import Call, Cell, Read, Reply, Step, pack, short, unpack_cases
from prpn_class.sandbox.reading import read
from prpn_class.sandbox.withheld import WithheldError
from prpn_course.checking.outcomes import OverTime, run
from prpn_course.checking.results import words_of
from prpn_course.checking.stand_in import standing_in
from prpn_course.task import NotYet

MAGIC = "get_ipython()."  # what a line with a magic becomes begins so


def shell() -> InteractiveShell:
    """The shell of a kernel, without history, tracebacks and installers. Made once, then forked."""
    config = Config()
    config.HistoryManager.enabled = False
    made: Any = InteractiveShell.instance(config=config)
    made.showtraceback = made.showsyntaxerror = lambda *arguments, **named: None
    install_nothing(made)
    return made


def install_nothing(kernel: Any) -> None:
    """Let the magics that install do nothing: there is no network, or none for students to use."""
    for installer in ("pip", "conda", "mamba", "uv"):
        kernel.register_magic_function(lambda line: None, magic_name=installer)


def run_steps(steps: list[Step], seconds: float, reply: Callable[[Reply], None]) -> None:
    """Take all steps and reply to each.

    Args:
        steps: in order.
        seconds: for each.
        reply: called with what came of a step.
    """
    kernel, streams = shell(), (sys.stdout, sys.stderr)
    run_cell, namespace = kernel.run_cell, kernel.user_ns
    for number, step in enumerate(steps):
        sys.stdout, sys.stderr = streams  # whatever the last step made of them
        try:
            with alarm(seconds):
                if isinstance(step, Cell):
                    came = _cell(run_cell, kernel, step.source)
                elif isinstance(step, Call):
                    came = call(namespace, step)
                else:
                    came = _read(step)
        except OverTime:
            came = {"late": True}
            _sweep()
        reply(Reply(number, **came))


def _sweep() -> None:
    """End the other processes of this jail, if it has its own: a step that was late may have left some."""
    if os.getpid() == 1:
        with suppress(ProcessLookupError):
            os.kill(-1, signal.SIGKILL)


def _cell(run_cell: Callable, kernel: InteractiveShell, source: str) -> dict:
    """Run a cell. What fails only here, not in the student's notebook, does not stop the rest."""
    while True:
        result = run_cell(source)
        error = result.error_before_exec or result.error_in_exec
        if error is None:
            return {}
        if isinstance(error, OverTime):
            raise error
        rest = _after(error, kernel, source)
        if rest is None:
            return {} if isinstance(error, WithheldError) else {"error": short(words_of(error))}
        source = rest


def _after(error: BaseException, kernel: InteractiveShell, source: str) -> str | None:
    """What is left of a cell after a comparison with the library, its import, or a magic, failed.

    Returns:
        None where the error is of another kind, or nothing is left.
    """
    frames = traceback.walk_tb(error.__traceback__)
    line = next((line for frame, line in frames if frame.f_globals is kernel.user_ns), 0)
    code = kernel.transform_cell(source)
    try:
        statements = ast.parse(code).body
    except SyntaxError:
        return None
    failed = next((one for one in statements if one.lineno <= line <= one.end_lineno), None)
    if failed is None or not (isinstance(error, WithheldError) or _only_here(failed)):
        return None
    rest = code.splitlines()[failed.end_lineno :]
    return "\n".join(rest) if any(line.strip() for line in rest) else None


def _only_here(failed: ast.stmt) -> bool:
    """Whether a statement may fail only in the sandbox: a magic, or an import that needs what is withheld."""
    text = ast.unparse(failed)
    return MAGIC in text or (isinstance(failed, ast.Import | ast.ImportFrom) and "prpn_edu" in text)


def call(namespace: dict, step: Call) -> dict:
    """Call a function of the notebook on each case; the parts of a `Reply` that say what came of it."""
    right: dict = {}
    exec(step.right, right)
    with standing_in(namespace, {name: right[name] for name in step.instead}):
        return _outcomes(namespace, step)


def _outcomes(namespace: dict, step: Call) -> dict:
    function = namespace.get(step.function)
    if function is None:
        return {"missing": True}
    if not callable(function):
        return {"uncallable": short(type(function).__name__)}
    outcomes = []
    for case in unpack_cases(step.cases):
        try:
            outcomes.append(pack(run(function, case)))
        except NotYet:
            return {"open": True}
    return {"outcomes": outcomes}


def _read(step: Read) -> dict:
    try:
        return {"submission": read(step.files, step.released)}
    except SubmissionError as error:
        return {"refused": short(error)}


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise `OverTime` after some seconds, and again each second until it is heard.

    Seconds of processor time, so that a busy machine, or a neighbour who uses it up, costs nobody a mark;
    `SLACK` times as many by the clock, for those who sleep.
    """

    def ring(*_):
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
