"""What a submission earned: a mark for each task, the result of a sheet, a student over all sheets."""

from dataclasses import dataclass, field

from prpn_course.task import Sheet

NOT_GRADED = "Not graded."  # the remarks say why


@dataclass(frozen=True)
class TaskMark:
    """What a task earned, and the words for it.

    Attributes:
        task_id: the task.
        earned: points.
        words: what the check said, or why there was no check.
        mistake: the name of the misconception that the answer behaves like, if any.
        by_hand: what a person says who gave these points; "" where the check gave them.
    """

    task_id: str
    earned: float
    words: str
    mistake: str = ""
    by_hand: str = ""

    @property
    def is_graded(self) -> bool:
        """Whether the points are any, and not the 0 of what could not be judged."""
        return self.words != NOT_GRADED or self.by_hand not in ("", NOT_GRADED)


@dataclass(frozen=True)
class Result:
    """What one student earned on one sheet.

    Attributes:
        marks: of its tasks.
        remarks: what the student and the teacher should know besides.
        written: the answers to its questions, by their ids.
        staff: what only the teacher should know.
    """

    marks: list[TaskMark]
    remarks: list[str]
    written: dict[str, str] = field(default_factory=dict)
    staff: list[str] = field(default_factory=list)

    @classmethod
    def not_graded(cls, sheet: Sheet, why: str) -> "Result":
        """The result where nothing could be judged, and why."""
        return cls([TaskMark(task.id, 0, NOT_GRADED) for task in sheet.tasks], [why])


@dataclass
class Student:
    """The results of one student.

    Attributes:
        name: the folder's name.
        marks: from a task's id to its mark, in the order of the sheets.
        remarks: what the student and the teacher should know besides.
        written: the answers to the questions that a person marks, by their ids.
        staff: what only the teacher should know.
        digest: of the files that were graded.
    """

    name: str
    marks: dict[str, TaskMark] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    written: dict[str, str] = field(default_factory=dict)
    staff: list[str] = field(default_factory=list)
    digest: str = ""

    @property
    def earned(self) -> float:
        """The points of all tasks."""
        return sum(mark.earned for mark in self.marks.values())

    @property
    def is_graded(self) -> bool:
        """Whether all tasks are graded, so that the sum is a mark."""
        return all(mark.is_graded for mark in self.marks.values())

    def add(self, result: Result) -> None:
        """Add the result of a sheet; what was remarked already is not remarked again."""
        self.marks |= {mark.task_id: mark for mark in result.marks}
        self.remarks += [remark for remark in result.remarks if remark not in self.remarks]
        self.written |= result.written
        self.staff += result.staff
