"""The rounds in which a class is graded: whoever takes long waits until all others are done.

In the first round each submission gets a small share of the time that it may have. Where that is not enough
it waits, and begins anew in the next round. For all rounds but the first the class has a time in common, and
no student who waits may hold a sandbox for longer than the others, by the clock, over all rounds and sheets.
"""

import itertools
from collections import defaultdict
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

    Attributes:
        time: seconds that are left to the class, of all its sandboxes.
        held: seconds for which each student has held a sandbox, in all sheets, by the names.
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
        self.patience, self.time = patience, float("inf")
        self.held = defaultdict[str, float](float)

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
            if least == 0:
                waiting = {entry.name for part in self.parts for entry in part.left}
                self.time = 60 * self.patience * min(self.crew.workers, len(waiting))

    def _round(self, part: Part, least: float, most: float) -> Iterator[tuple[str, Result | None]]:
        """One round of one sheet; a share that is no more than the least has been tried."""
        under_way: dict[Future, tuple[str, str]] = {}
        left = sorted(part.left, key=lambda entry: self.held[entry.name])
        while left:
            held = self._equal() - self.held[left[0].name]
            share = min(most, held / whole_time(part.exam.limits))
            if share > least:
                entry = left.pop(0)
                result = self._begin(part, entry, share, held, under_way)
                yield from [] if result is None else [(entry.name, result)]
            elif not under_way:  # too little for all: who held most leaves it to the others
                yield left.pop().name, self._given_up(part)
            if under_way and (share <= least or len(under_way) >= self.crew.most):
                yield from self._finished(under_way, part)
        while under_way:
            yield from self._finished(under_way, part)

    def _begin(
        self, part: Part, entry: Entry, share: float, held: float, under_way: dict[Future, tuple[str, str]]
    ) -> Result | None:
        """Hand a submission to the crew, and put it down as under way; its result, if there is no need."""
        try:
            found = handed_in.files(entry)
        except Exception as error:  # the class goes on, whatever one submission does
            return Result.not_graded(part.paper.sheet, by_hand(error))
        self.students[entry.name].digest = digest = handed_in.digest(found)
        if done := self.resume.find(entry.name, part.exam, digest):
            return done
        under_way[self.crew.submit(part.exam, found, share, held)] = entry.name, digest
        return None

    def _equal(self) -> float:
        """Seconds for which each who waits may have held a sandbox when the time of the class is used up."""
        waiting = {one.name for part in self.parts for one in part.left if one.name not in part.results}
        return (self.time + sum(self.held[name] for name in waiting)) / len(waiting)

    def _finished(
        self, under_way: dict[Future, tuple[str, str]], part: Part
    ) -> Iterator[tuple[str, Result | None]]:
        """Wait for a submission or more; take what is marked out of what is under way."""
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            name, digest = under_way.pop(future)
            try:
                result, held = future.result()
                self.held[name] += held
                self.time -= held
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
