"""One submission's time in a sandbox."""

import time
from collections.abc import Sequence

from prpn_class.grading.result import TaskMark
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.protocol import Step
from prpn_class.sandbox.worker import MOST_WAITED, SOON, Run, Worker

MOST_READING = 5.0  # seconds of processor time, for all that a submission says; honest ones take hundredths


def whole_time(limits: Limits) -> float:
    """Seconds that a submission may have in all, in however many jobs."""
    return 2 * limits.wall


class Turn:
    """One submission's time in a sandbox: twice that of a job, in however many jobs it runs.

    Time in which others had the processor comes on top, as often as a job may have it, and no more. What the
    jobs say is made out in the grader's own process, in which others are read too: that has a limit.

    Args:
        worker: of the sandbox.
        share: of all this.
        held: seconds by the clock for which it may hold the sandbox, whoever had the processor.
        settled: marks of an earlier turn that are not to be given anew.

    Attributes:
        limits: of a job.
        settled: the marks that were given before the right answers to their tasks came into the sandbox. A
            job may leave these where a later one finds them, in how long a file takes to be read.
    """

    def __init__(
        self,
        worker: Worker,
        share: float = 1.0,
        held: float = float("inf"),
        settled: Sequence[TaskMark] = (),
    ):
        self.limits, self._worker, self.settled = worker.limits, worker, tuple(settled)
        whole = share * whole_time(worker.limits)
        self._end = time.monotonic() + whole
        self._more = max(0.0, min(MOST_WAITED * whole, held - whole))
        self._is_part, self._is_held = share < 1, held < (1 + MOST_WAITED) * whole
        self._reading = share * MOST_READING

    def run(self, steps: list[Step]) -> Run:
        """Do a job in what is left of the time.

        Raises:
            WorkerError: the sandbox failed.
        """
        run = self._worker.run(steps, max(0.0, self._end - time.monotonic()), self._more)
        self._end, self._more = self._end + run.waited, self._more - run.waited
        self._reading -= run.reading
        return run

    @property
    def is_over(self) -> bool:
        """Whether nothing is left."""
        return time.monotonic() >= self._end or self._reading < 0

    @property
    def is_cut(self) -> bool:
        """Whether nothing is left, but more might be: a whole share, or all the time that others may take."""
        return self.is_over and (self._is_part or (self._is_held and self._more <= SOON))
