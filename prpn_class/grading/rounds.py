"""The rounds in which a class is graded: whoever takes long waits until all others are done.

In the first round each submission gets a small share of the time that it may have. Where that is not enough
it waits until all sheets are through, and begins anew. For these the class has a time in common, and no
student who waits may hold a sandbox for longer than the others, by the clock, in all sheets. So each has an
equal part of it, at most the whole of what a submission may have; what some leave is for the others, in
further rounds.
"""

from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field

from prpn_class.grading import handed_in
from prpn_class.grading.cluster import Cluster
from prpn_class.grading.exam import Exam, Paper
from prpn_class.grading.handed_in import Entry
from prpn_class.grading.pool import Threads
from prpn_class.grading.result import Result, Student, TaskMark
from prpn_class.grading.resume import ResumeFolder
from prpn_class.grading.turn import whole_time
from prpn_class.sandbox.worker import WorkerError
from prpn_course.task import NotebookError

FIRST = 1 / 20  # of the time that a submission may have, in the first round
WORTH = 2.0  # times what was not enough: with less it does not begin anew
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
        tried: the share of the time that was not enough, by the names of those who are left.
        settled: their marks that are not given anew, as for `Turn`.
    """

    paper: Paper
    exam: Exam
    left: list[Entry]
    results: dict[str, Result] = field(default_factory=dict)
    tried: dict[str, float] = field(default_factory=dict)
    settled: dict[str, tuple[TaskMark, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Work:
    """A submission that is under way: its sheet, whose it is, its share, the digest of its files."""

    part: Part
    name: str
    share: float
    digest: str


class Rounds:
    """A class, round by round: the first sheet by sheet, the others over all sheets.

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
        for part in self.parts:
            yield from self._round([part], FIRST)
        waiting = {entry.name for part in self.parts for entry in part.left}
        self.time = 60 * self.patience * min(self.crew.workers, len(waiting))
        while any(part.left for part in self.parts):
            yield from self._round(self.parts, 1.0)

    def _round(self, parts: list[Part], most: float) -> Iterator[tuple[Part, str, Result | None]]:
        """One round of some sheets. Nobody is marked in two at once: the time of both is one student's."""
        under_way: dict[Future, Work] = {}
        left = [(part, entry) for part in parts for entry in part.left]
        while left or under_way:
            left.sort(key=lambda one: self.held[one[1].name])
            busy = {work.name for work in under_way.values()}
            free = [one for one in left if one[1].name not in busy] if len(under_way) < self.crew.most else []
            shares = ((one, self._share(*one, most)) for one in free)
            chosen, share = next((found for found in shares if found[1]), (None, 0.0))
            if chosen:
                left.remove(chosen)
                yield from self._begin(*chosen, share, under_way)
            elif under_way:
                yield from self._finished(under_way)
            else:  # too little for each: who has held most leaves it to the others
                part, entry = left.pop()
                yield self._done(part, entry.name, self._given_up(part))

    def _share(self, part: Part, entry: Entry, most: float) -> float:
        """The share of its time that a submission may have now, 0 where it is not worth to begin."""
        share = min(most, (self._equal() - self.held[entry.name]) / whole_time(part.exam.limits))
        is_worth = share > 0 and share >= min(most, WORTH * part.tried.get(entry.name, 0.0))
        return share if is_worth else 0.0

    def _begin(
        self, part: Part, entry: Entry, share: float, under_way: dict[Future, Work]
    ) -> Iterator[tuple[Part, str, Result | None]]:
        """Hand a submission to the crew, and put it down as under way; its result, if there is no need."""
        try:
            found = handed_in.files(entry)
        except Exception as error:  # the class goes on, whatever one submission does
            yield self._done(part, entry.name, Result.not_graded(part.paper.sheet, by_hand(error)))
            return
        self.students[entry.name].digest = digest = handed_in.digest(found)
        if done := self.resume.find(entry.name, part.exam, digest):
            yield self._done(part, entry.name, done)
            return
        held = self._equal() - self.held[entry.name]
        settled = part.settled.get(entry.name, ())
        submitted = self.crew.submit(part.exam, found, share, held, settled)
        under_way[submitted] = Work(part, entry.name, share, digest)

    def _equal(self) -> float:
        """Seconds for which each who waits may have held a sandbox when the time of the class is used up."""
        waiting = {one.name for part in self.parts for one in part.left}
        return (self.time + sum(self.held[name] for name in waiting)) / len(waiting)

    def _finished(self, under_way: dict[Future, Work]) -> Iterator[tuple[Part, str, Result | None]]:
        """Wait for a submission or more; take what is marked out of what is under way."""
        done, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in done:
            work = under_way.pop(future)
            part, name = work.part, work.name
            try:
                result, held = future.result()
                self.held[name] += held
                self.time -= held
                kept = None
                if isinstance(result, Result):
                    kept = self.resume.keep(name, part.exam, work.digest, result)
                else:
                    part.settled[name] = result
            except WorkerError as error:
                raise NotebookError(f"{error}; {AGAIN}") from None
            except CancelledError:
                raise NotebookError(f"the scheduler was lost; {AGAIN}") from None
            except Exception as error:  # the class goes on
                kept = Result.not_graded(part.paper.sheet, by_hand(error))
            part.tried[name] = work.share
            yield self._done(part, name, kept)

    def _done(self, part: Part, name: str, result: Result | None) -> tuple[Part, str, Result | None]:
        """Put down a result; None is for one that waits."""
        if result is not None:
            part.results[name] = result
            part.left = [entry for entry in part.left if entry.name != name]
        return part, name, result

    def _given_up(self, part: Part) -> Result:
        """The result of one for which there is no time; it is not kept for a run that goes on."""
        result = Result.not_graded(part.paper.sheet, GIVEN_UP.format(WHY))
        result.staff.append(GIVEN_UP.format(CURE.format(2 * self.patience or PATIENCE, part.exam.seed)))
        return result


def by_hand(error: Exception) -> str:
    """What is said where the trouble is neither the student's nor the sandbox's."""
    return f"could not be graded ({type(error).__name__}: {error}); look at it by hand"
