"""What the cells of a collected notebook call, in the kernel in which the student's cells run as well.

A check calls the student's function on the inputs of this run's seed, in a cell whose output is compared with
nothing. At the end of the notebook a cell prints the verdict on each task, one line for a right answer, which
nbval compares with the line that the reference earned. Numbers are compared here, by the judge, within the
task's tolerance.

What disturbs honest cells in a test, but not at home, is put out of the way: a loop without an end, an
installer, a magic of an extension that is not there, a check of the student's own.
"""

import contextlib
import functools
import sys
from collections.abc import Callable, Collection, Iterator
from types import FrameType
from typing import Any

import torch
from IPython.core.getipython import get_ipython

from prpn_class.grading.verdict import MOST_TOLD, USED_UP, beginning, judged, weight
from prpn_class.sandbox import asked
from prpn_class.sandbox.calls import call
from prpn_class.sandbox.cells import alarm
from prpn_class.sandbox.library import ALWAYS_WITHHELD
from prpn_class.sandbox.protocol import Call, Reply, pack_cases, short
from prpn_class.sandbox.shell import silence_magics
from prpn_class.sandbox.withheld import WithheldError, is_withheld
from prpn_course.checking import check as checking
from prpn_course.checking import lending, no_card
from prpn_course.checking.chain import told
from prpn_course.checking.going_on import after
from prpn_course.checking.judge import Judge, Report
from prpn_course.checking.outcomes import OverTime
from prpn_course.checking.results import words_of
from prpn_course.checking.stand_in import standing_in
from prpn_course.task import Sheet, Task
from prpn_course.tasks import find_sheet
from prpn_edu.printable import printable

_checks: "Checks | None" = None


def begin(stem: str, seed: int, seconds: float, below: dict[str, list[str]]) -> None:
    """Prepare the checks of a sheet: the first cell of a collected notebook, before any of the student's.

    Args:
        stem: of the sheet.
        seed: of all inputs.
        seconds: of processor time for each cell, and twice that by the clock.
        below: the earlier tasks on which the answer to a task rests, by its id.
    """
    global _checks
    _checks = Checks(find_sheet(stem), get_ipython(), seed, seconds, below)


def ask(task_id: str, *answers: str) -> None:
    """Call the student's function, the first of some expressions that means something."""
    assert _checks is not None, "the notebook's first cell did not run"
    _checks.ask(task_id, *answers)


def tell(task_id: str) -> None:
    """Print the verdict: the best of what came of each `ask`."""
    assert _checks is not None, "the notebook's first cell did not run"
    _checks.tell(task_id)


def verdict(task_id: str, report: Report | str, note: str = "") -> str:
    """The verdict on a task: one line for a right answer, the same on every machine; else also the words."""
    if isinstance(report, Report) and report.full:
        return f"{task_id} correct"
    return "\n".join(filter(None, [f"{task_id} not correct", note, str(report)]))


class Checks:
    """The checks of one notebook, with the inputs drawn and the reference run.

    Args:
        sheet: the tasks.
        kernel: the shell in which the student's cells will run.
        seed: of all inputs.
        seconds: for each cell.
        below: the earlier tasks on which the answer to a task rests, by its id.
    """

    def __init__(
        self,
        sheet: Sheet,
        kernel: Any,
        seed: int,
        seconds: float,
        below: dict[str, list[str]],
    ):
        self.kernel, self.seconds, self.streams = kernel, seconds, (sys.stdout, sys.stderr)
        self.below = below
        self.judges = {task.id: Judge(task, sheet, seed) for task in sheet.tasks}
        self.withheld = {*ALWAYS_WITHHELD, *(name for task in sheet.tasks for name in task.answer_modules)}
        self.reports: dict[str, tuple[Report | str, str]] = {}
        self.raised: list[str] = []
        self._time = contextlib.ExitStack()
        asked.hear = self._hear
        setattr(checking, "check", asked.check)  # noqa: B010  a student's own check
        kernel.ask_exit = lambda *arguments: None
        kernel.run_line_magic = _patient(kernel)
        silence_magics(kernel)
        no_card.patient_default()
        lending.allow()
        kernel.events.register("pre_run_cell", self._before)
        kernel.events.register("post_run_cell", self._after)

    def _before(self, info) -> None:
        no_card.foresee(info.raw_cell)
        self._time.enter_context(alarm(self.seconds))

    def _after(self, result) -> None:
        self._time.close()
        sys.stdout, sys.stderr = self.streams  # whatever the cell made of them
        error = result.error_before_exec or result.error_in_exec
        if error is None:
            return
        source = result.info.raw_cell
        rest, only_here = after(error, self.kernel, source, is_withheld(error))
        if not only_here:
            self.raised.append(f"{beginning(source)} raised {short(words_of(error))}")
        if rest:
            self.kernel.run_cell(rest, store_history=False)
            lending.take_back()

    def _hear(self, task_id: Any, passed: Any) -> None:
        """Call what a cell passes to the check, as `ask` does: what stands around the check counts."""
        if task_id in self.judges and not self._is_right(task_id) and not sys.getprofile():
            with torch.random.fork_rng(devices=[]):
                self.ask(task_id, passed=passed)

    def ask(self, task_id: str, *answers: str, passed: Any = None) -> None:
        """Call the student's function on all cases, for so many seconds; keep the best of what comes."""
        step = Call(answers or (self.judges[task_id].task.function,), pack_cases(self.judges[task_id].cases))
        self._keep(task_id, self._asked(task_id, step, passed, []), "")
        below = [self.judges[one].task for one in self.below.get(task_id, [])]
        right = {one.id for one in below if self._is_right(one.id)}
        absent = [one for one in below if one.id not in right or one.function not in self.kernel.user_ns]
        if absent and not self._is_right(task_id):
            alone = self._asked(task_id, step, passed, absent)
            self._keep(task_id, alone, told(self.judges[task_id].task, absent, right))

    def _asked(self, task_id: str, step: Call, passed: Any, wrong: list[Task]) -> Report | str:
        """What comes of the student's function while right answers stand in for some others."""
        judge, space = self.judges[task_id], self.kernel.user_ns
        others = {one.function: _unwatched(one.reference) for one in wrong}
        limit = alarm(self.seconds) if passed is None else contextlib.nullcontext()  # a cell's own
        try:
            with limit, standing_in(space, others), _watched(self.withheld):
                came = call(space, step, passed)
        except OverTime:
            came = {"late": True}
        return judged(judge, Reply(0, **came), self.seconds)

    def _keep(self, task_id: str, report: Report | str, note: str) -> None:
        """Keep a report if it gives no less than the one that is there."""
        before, _ = self.reports.get(task_id, ("", ""))
        if weight(report) >= weight(before):
            self.reports[task_id] = report, note

    def _is_right(self, task_id: str) -> bool:
        """Whether an answer was asked and was right."""
        report, _ = self.reports.get(task_id, ("", ""))
        return isinstance(report, Report) and report.full

    def tell(self, task_id: str) -> None:
        """Print the verdict, whatever the student's cells made of `print`."""
        said = verdict(task_id, *self.reports.get(task_id, (USED_UP["done"], "")))
        if "\n" in said and self.raised:
            said += "\nCells before this check that did not run to their end:"
            said += "".join(f"\n  {words}" for words in self.raised[:MOST_TOLD])
        sys.stdout.write(printable(f"{said}\n"))


def _patient(kernel: Any) -> Callable:
    """Run a magic; where it fails, say so and go on with the cell: its extension may be missing here."""
    run = kernel.run_line_magic

    @functools.wraps(run)
    def attempt(magic_name: str, line: str, _stack_depth: int = 1):
        try:
            return run(magic_name, line, _stack_depth=_stack_depth + 1)
        except Exception:
            kernel.showtraceback()

    return attempt


def _unwatched(function: Callable) -> Callable:
    """Let a function of ours call the library where a student's may not."""

    @functools.wraps(function)
    def call(*arguments, **named):
        look = sys.getprofile()
        sys.setprofile(None)
        try:
            return function(*arguments, **named)
        finally:
            sys.setprofile(look)

    return call


@contextlib.contextmanager
def _watched(modules: Collection[str]) -> Iterator[None]:
    """Let functions of some modules, and of modules in them, refuse to be called, whoever calls them.

    By its profiler Python tells of each call before it is made, under whatever name the function is known.
    """

    def look(frame: FrameType, event: str, argument) -> None:
        name = frame.f_globals.get("__name__")
        if event != "call" or not isinstance(name, str) or frame.f_code.co_name == "<module>":
            return
        if name == standing_in.__module__:  # it asks for what is unwatched
            return
        if any(f"{name}.".startswith(f"{module}.") for module in modules):
            raise WithheldError(f"{name}.{frame.f_code.co_qualname}")

    sys.setprofile(look)
    try:
        yield
    finally:
        sys.setprofile(None)
