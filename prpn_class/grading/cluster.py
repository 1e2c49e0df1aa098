"""Marking on the workers of a Dask scheduler: the same pool, in processes that may stand on other machines.

Needs the extra `cluster`. The workers need the same version of this library, and bubblewrap. A worker that is
lost takes its submissions with it; the scheduler gives them to another.
"""

import atexit
from concurrent.futures import Future

from prpn_class.grading.exam import Exam
from prpn_class.grading.pool import WorkerPool
from prpn_class.grading.result import Result, TaskMark
from prpn_class.sandbox import confinement
from prpn_class.sandbox.archives import File
from prpn_course.task import NotebookError

RETRIES = 2  # where marking raised; how many workers a submission may lose is the scheduler's to say
PATIENCE = "30s"  # to reach the scheduler

_workers = WorkerPool()  # of this process, where it is a worker
atexit.register(_workers.clear)


def _mark(
    exam: Exam, files: list[File], share: float, held: float, settled: tuple[TaskMark, ...]
) -> tuple[Result | tuple[TaskMark, ...], float]:
    """On a worker: mark one submission."""
    return _workers.mark(exam, files, share, held, settled)


def _clear() -> None:
    """On a worker: close what is idle."""
    _workers.clear()


class Cluster:
    """The pools of a scheduler's workers.

    Args:
        address: of the scheduler, "tcp://host:port".

    Attributes:
        workers: submissions that are marked at a time.
        most: submissions that are worth handing over before one comes back.

    Raises:
        NotebookError: the extra is missing, nobody answers at the address, or the scheduler has no workers.
    """

    def __init__(self, address: str):
        try:
            from distributed import Client
        except ModuleNotFoundError as error:
            raise NotebookError(
                f"--scheduler needs {error.name}, which is not installed: pip install 'prpn_class[cluster]'"
            ) from None
        try:
            self._client = Client(address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as error:
            raise NotebookError(f"no Dask scheduler answers at {address} ({error})") from None
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        self.workers = sum(worker["nthreads"] for worker in workers.values())
        self.most = 2 * self.workers
        if not workers:
            self._client.close()
            raise NotebookError(f"the scheduler has no workers; start some with: dask worker {address}")
        self._pool = self._client.get_executor(pure=False, retries=RETRIES)

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, kind, *_) -> None:
        self._pool.shutdown(wait=kind is None)
        if self._client.status == "running":
            self._client.run(_clear, on_error="ignore")
        self._client.close()

    def trouble(self) -> str | None:
        """Why answers cannot be confined on one of the workers; None when they can on all.

        Raises:
            NotebookError: a worker cannot import the library.
        """
        try:
            said = self._client.run(confinement.trouble)
        except ImportError as error:
            raise NotebookError(f"a worker cannot import the library ({error}); install it there") from None
        return next((f"{address}: {trouble}" for address, trouble in said.items() if trouble), None)

    def submit(
        self, exam: Exam, files: list[File], share: float, held: float, settled: tuple[TaskMark, ...] = ()
    ) -> Future:
        """Have a submission marked; the future holds what `WorkerPool.mark` returns."""
        return self._pool.submit(_mark, exam, files, share, held, settled)
