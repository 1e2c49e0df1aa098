"""Where submissions are marked: the sandboxes of one process, kept warm from one submission to the next.

A pool gets an exam and the files of one student, and hands back marks. So it may stand in the grader's
own process, a thread a submission (`Threads`), or in a process on another machine (`cluster.Cluster`); the
grader cannot tell which.
"""

import contextlib
import functools
import json
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import nbformat

from prpn_class.grading.exam import Exam
from prpn_class.grading.handed_in import apart
from prpn_class.grading.marking import Examiner
from prpn_class.grading.result import Result, TaskMark
from prpn_class.grading.turn import Turn
from prpn_class.sandbox import confinement
from prpn_class.sandbox.archives import File
from prpn_class.sandbox.library import fingerprint
from prpn_class.sandbox.worker import Worker, WorkerError
from prpn_course.tasks import find_sheet, follow


@functools.lru_cache(maxsize=8)
def _examiner(exam: Exam) -> Examiner:
    """The examiner of an exam, with the inputs drawn and the misconceptions run.

    Raises:
        WorkerError: this process has another version of the library, which could mark differently.
    """
    if fingerprint() != exam.library:
        raise WorkerError("the library that was to mark differs from the grader's; install the same version")
    exercise = nbformat.from_dict(json.loads(exam.exercise))
    follow(exam.stem, [cell.source for cell in exercise.cells if cell.cell_type == "code"])
    return Examiner(find_sheet(exam.stem), exercise, exam.seed, json.loads(exam.answers), exam.counts)


class WorkerPool:
    """The warm sandboxes of one process. Safe to use from several threads.

    Args:
        hidden: folders that no answer may see, wherever they lie.
    """

    def __init__(self, hidden: tuple[Path, ...] = ()):
        self._hidden = hidden
        self._lock = threading.Lock()
        self._idle: list[tuple[Exam, Worker]] = []
        self._busy: set[Worker] = set()
        self._abandoned = False

    def mark(
        self,
        exam: Exam,
        files: list[File],
        share: float = 1.0,
        held: float = float("inf"),
        settled: tuple[TaskMark, ...] = (),
    ) -> tuple[Result | tuple[TaskMark, ...], float]:
        """Mark what one student handed in.

        Args:
            exam: the terms.
            files: that were handed in.
            share: of the time that a submission may have.
            held: seconds by the clock for which it may hold a sandbox.
            settled: as for `Turn`.
        Returns:
            what `Examiner.mark` returns, and for how many seconds it held a sandbox.
        Raises:
            WorkerError: the sandbox failed, or there is none here and the students are not trusted.
            SubmissionError: the sandbox fails with this submission only.
        """
        with self._lock:
            examiner = _examiner(exam)
        with self._lent(exam, examiner) as worker, apart(worker):
            begun = time.monotonic()
            marked = examiner.mark(files, Turn(worker, share, held, settled))
            return marked, time.monotonic() - begun

    @contextlib.contextmanager
    def _lent(self, exam: Exam, examiner: Examiner) -> Iterator[Worker]:
        """A worker that is warm for this exam, else a new one; those of other exams are closed before it."""
        with self._lock:
            self._go_on()
            warm = [worker for theirs, worker in self._idle if theirs == exam]
            others = [worker for theirs, worker in self._idle if theirs != exam]
            found = warm.pop() if warm else None
            self._idle = [(exam, one) for one in warm]
            for other in others:  # before anybody makes a new one, which then finds their cores free
                other.__exit__()
        worker = found or self._new(exam, examiner)
        with self._lock:
            self._busy.add(worker)
        try:
            self._go_on()
            worker.ready()
            yield worker
        finally:
            with self._lock:
                self._busy.discard(worker)
                self._idle.append((exam, worker))

    def _go_on(self) -> None:
        """Raise a `WorkerError` where all was given up, while this one waited to be lent a sandbox."""
        if self._abandoned:
            raise WorkerError("it was given up")

    def _new(self, exam: Exam, examiner: Examiner) -> Worker:
        trouble = confinement.trouble()
        if trouble and not exam.trust:
            raise WorkerError(f"answers cannot be confined: {trouble}")
        withheld = {module for task in examiner.sheet.tasks for module in task.answer_modules}
        return Worker(withheld, exam.limits, confined=not trouble, hidden=self._hidden).__enter__()

    def clear(self) -> None:
        """Close the sandboxes that are idle."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, worker in idle:
            worker.__exit__()

    def abandon(self) -> None:
        """Kill what is being marked; `mark` raises in the threads that wait for it, and in all that begin."""
        self._abandoned = True
        with self._lock:
            for worker in self._busy:
                worker.abandon()


class Threads:
    """A pool in this process, with a thread for each submission that is under way.

    Args:
        number: submissions at a time.
        hidden: folders that no answer may see, wherever they lie.

    Attributes:
        workers: submissions that are marked at a time.
        most: submissions that are worth handing over before one comes back.
    """

    def __init__(self, number: int, hidden: tuple[Path, ...] = ()):
        self._workers, self._threads = WorkerPool(hidden), ThreadPoolExecutor(number)
        self.workers, self.most = number, 2 * number

    def __enter__(self) -> "Threads":
        return self

    def __exit__(self, kind, *_) -> None:
        if kind is not None:
            self._threads.shutdown(wait=False, cancel_futures=True)
            self._workers.abandon()
        self._threads.shutdown()
        self._workers.clear()

    def trouble(self) -> str | None:
        """Why answers cannot be confined here; None when they can."""
        return confinement.trouble()

    def submit(
        self, exam: Exam, files: list[File], share: float, held: float, settled: tuple[TaskMark, ...] = ()
    ) -> Future:
        """Have a submission marked; the future holds what `WorkerPool.mark` returns."""
        return self._threads.submit(self._workers.mark, exam, files, share, held, settled)
