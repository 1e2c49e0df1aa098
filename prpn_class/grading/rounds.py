"""The rounds in which a class is graded: whoever takes long waits until all others are done.

In the first round each submission gets a small share of the time that it may have. Where that is not enough
it waits, and begins anew in the next round. For all rounds but the first the class has a time in common, of
which none who waits gets more than an equal part.
"""

import itertools
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field

from prpn_class.grading import handed_in
from prpn_class.grading.cluster import Cluster
from prpn_class.grading.exam import Exam, Paper
from prpn_class.grading.handed_in import Entry
from prpn_class.grading.marking import whole_time
from prpn_class.grading.pool import Threads
from prpn_class.grading.result import Result, Student
from prpn_class.grading.resume import ResumeFolder
from prpn_class.sandbox.worker import WorkerError
from prpn_course.task import NotebookError

SHARES = (1 / 20, 1 / 4, 1.0)  # of the time that a submission may have, by the round
PATIENCE = 30.0  # minutes for all rounds but the first
AGAIN = "start the same command again, it goes on where it was"
GIVEN_UP = "not graded, though nothing in it is known to be wrong: {}"
WHY = "it takes long, and the time for all that do was used up"
CURE = "grade again with --patience {:g} or more, and --seed {}"


@dataclass
class Part:
    """One sheet of a class.

    Attributes:
        paper: the sheet.
        exam: the terms.
        left: who is still to be graded.
        results: of the others, by their names.
    """

    paper: Paper
    exam: Exam
    left: list[Entry]
    results: dict[str, Result] = field(default_factory=dict)


class Rounds:
    """A class, sheet by sheet and round by round.

    Args:
        parts: its sheets.
        students: by their names; they get the digests of what they handed in.
        crew: who marks.
        resume: what was done before.
        patience: minutes for all rounds but the first.
    """

    def __init__(
        self,
        parts: list[Part],
        students: dict[str, Student],
        crew: Threads | Cluster,
        resume: ResumeFolder,
        patience: float,
    ):
        self.parts, self.students, self.crew, self.resume = parts, students, crew, resume
        self.patience, self._end = patience, float("inf")

    def __iter__(self) -> Iterator[tuple[Part, str, Result | None]]:
        """The results with the students' names, as they come; None for one that waits for the next round.

        Raises:
            NotebookError: there is trouble that is no student's.
        """
        for least, share in itertools.pairwise((0.0, *SHARES)):
            for part in self.parts:
                for name, result in self._round(part, least, share):
                    if result is None and share == SHARES[-1]:  # an equal part was not enough
                        result = self._given_up(part)
                    part.results |= {name: result} if result is not None else {}
                    yield part, name, result
                part.left = [entry for entry in part.left if entry.name not in part.results]
            self._end = min(self._end, time.monotonic() + 60 * self.patience)

    def _round(self, part: Part, least: float, most: float) -> Iterator[tuple[str, Result | None]]:
        """One round of one sheet; a share that is no more than the least has been tried."""
        under_way: dict[Future, tuple[str, str]] = {}
        later = itertools.dropwhile(lambda one: one is not part, self.parts)
        waiting = sum(len(one.left) for one in later)
        for place, entry in enumerate(part.left):
            share = min(most, self._equal(part, waiting - place + len(under_way)))
            if share <= least:
                yield entry.name, self._given_up(part)
                continue
            try:
                found = handed_in.files(entry)
            except Exception as error:  # the class goes on, whatever one submission does
                yield entry.name, Result.not_graded(part.paper.sheet, by_hand(error))
                continue
            self.students[entry.name].digest = digest = handed_in.digest(found)
            if done := self.resume.find(entry.name, part.exam, digest):
                yield entry.name, done
                continue
            under_way[self.crew.submit(part.exam, found, share)] = entry.name, digest
            if len(under_way) >= self.crew.most:
                yield from self._finished(under_way, part)
        while under_way:
            yield from self._finished(under_way, part)

    def _equal(self, part: Part, among: int) -> float:
        """An equal part of the time of the class that is left, as a share of a submission's."""
        seconds = (self._end - time.monotonic()) * self.crew.workers
        return seconds / among / whole_time(part.exam.limits)

    def _finished(
        self, under_way: dict[Future, tuple[str, str]], part: Part
    ) -> Iterator[tuple[str, Result | None]]:
        """Wait for a submission or more; take what is marked out of what is under way."""
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            name, digest = under_way.pop(future)
            try:
                result = future.result()
                yield name, result and self.resume.keep(name, part.exam, digest, result)
            except WorkerError as error:
                raise NotebookError(f"{error}; {AGAIN}") from None
            except CancelledError:
                raise NotebookError(f"the scheduler was lost; {AGAIN}") from None
            except Exception as error:  # the class goes on
                yield name, Result.not_graded(part.paper.sheet, by_hand(error))

    def _given_up(self, part: Part) -> Result:
        """The result of one for which there is no time; it is not kept for a run that goes on."""
        result = Result.not_graded(part.paper.sheet, GIVEN_UP.format(WHY))
        result.staff.append(GIVEN_UP.format(CURE.format(2 * self.patience or PATIENCE, part.exam.seed)))
        return result


def by_hand(error: Exception) -> str:
    """What is said where the trouble is neither the student's nor the sandbox's."""
    return f"could not be graded ({type(error).__name__}: {error}); look at it by hand"
