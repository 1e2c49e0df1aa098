"""How pytest meets a collected notebook: one test a check, under the name of its task.

nbval makes a test of every cell. Here the cells before a check are run when the check's turn comes, and only
what the check prints is a test. So each verdict stands on its own: it may be picked by `-k`, or fall to
another process of pytest-xdist. A cell that ends the kernel is left out, and those before it run again.
"""

import functools
import time
from queue import Empty

import pytest
from nbval.plugin import (  # type: ignore[import-untyped]
    IPyNbCell,
    IPyNbFile,
    NbCellError,
    RunningKernel,
    nocolors,
)

from prpn_class.nbval import VERDICT


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path, parent):
    """Take the notebooks over from nbval, which is there when `--nbval` was given."""
    return [
        Collected.from_parent(parent, path=file_path) if isinstance(found, IPyNbFile) else found
        for found in (yield)
    ]


class Collected(IPyNbFile):
    """A notebook with one test for each of its checks."""

    def collect(self):
        """Yield the cells that hold a verdict."""
        self.cells = list(super().collect())
        self.begun = 0  # cells that this kernel has run, or left out
        self.left_out = {place for place, one in enumerate(self.cells) if one.options["skip"]}
        for place, one in enumerate(self.cells):
            mark = one.cell.metadata.get("prpn_edu", {})
            if mark.get("role") == VERDICT:
                self.left_out.add(place)
                named = {"name": mark["name"], "cell_num": place, "cell": one.cell}
                yield Verdict.from_parent(self, options=one.options, **named)

    def setup(self):
        """Start a kernel whose death is noticed."""
        super().setup()
        self.kernel.await_reply = functools.partial(await_reply, self.kernel)

    def run_before(self, place: int) -> None:
        """Run the cells before one that have not been run, in a new kernel where the last one is gone.

        Raises:
            RuntimeError: the first cell failed, which is no student's doing.
        """
        while self.begun < place or not self.kernel.is_alive():
            if not self.kernel.is_alive():
                self.setup()
                self.begun = 0
            if self.begun not in self.left_out:
                self._run(self.begun)
            self.begun += 1

    def _run(self, place: int) -> None:
        try:
            self.cells[place].runtest()
        except (NbCellError, RuntimeError, Empty) as error:  # all that nbval raises
            if not self.cells[place].options["check_exception"]:
                words = getattr(error, "inner_traceback", "") or ""
                raise RuntimeError(f"the checks could not be prepared: {error}{words}") from None
        if not self.kernel.is_alive():
            self.left_out.add(place)


def await_reply(kernel: RunningKernel, msg_id: str, timeout: float) -> None:
    """Wait for what nbval waits for, but no longer than the kernel lives.

    Raises:
        Empty: it took too long.
        RuntimeError: the kernel died.
    """
    end = time.monotonic() + timeout
    while True:
        try:
            return RunningKernel.await_reply(kernel, msg_id, timeout=min(1.0, timeout))
        except Empty:
            if not kernel.is_alive():
                raise RuntimeError("the kernel died") from None
            if time.monotonic() > end:
                raise


class Verdict(IPyNbCell):
    """One check of one student."""

    def __init__(self, *arguments, **named):
        super().__init__(*arguments, **named)
        self.colors = nocolors  # what is said goes into files

    def setup(self):
        """Run what stands before the check. nbval would expect a wrong answer after a cell that was late."""
        self.parent.run_before(self.cell_num)

    def repr_failure(self, excinfo):
        """What the check said, in place of a comparison of it with "correct"."""
        said = "".join(output.get("text", "") for output in self.test_outputs or [])
        if not said or not isinstance(excinfo.value, NbCellError):
            return super().repr_failure(excinfo)
        return said.rstrip()
