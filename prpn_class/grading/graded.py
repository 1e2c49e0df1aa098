"""A class that was graded: what the checks gave, what a person gave or took by hand, and the sum of both.

The report keeps the first two as JSON, so that marks by hand can be given again and again and lose nothing.
"""

import json
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

from prpn_class.grading.result import NOT_GRADED, Student, TaskMark
from prpn_course.task import NotebookError, Question, Sheet, Task, points
from prpn_course.tasks import chosen, find_sheet, follow

RESULTS = "results.json"
NOTHING = "Nothing was written."
NO_MARK = "Not marked yet."


@dataclass(frozen=True)
class Given:
    """Points that a person gave.

    Attributes:
        points: of a task; of a question those of each line of its rubric, or their sum.
        why: the reason, for the student; for a question it may be "".
    """

    points: float | list[float]
    why: str = ""


@dataclass(frozen=True)
class ByHand:
    """What a person gave: for tasks in place of the check's points, and for questions.

    Attributes:
        adjust: by student, then by task.
        rubric: by question, then by student. A question that is not there does not count.
    """

    adjust: dict[str, dict[str, Given]] = field(default_factory=dict)
    rubric: dict[str, dict[str, Given]] = field(default_factory=dict)


@dataclass
class Graded:
    """A class after the checks.

    Attributes:
        students: by name, with the marks of the checks.
        sheets: what was graded, with those tasks only that count.
        how: a sentence on how it was graded, for the teacher.
        gradescope: whether the report has a `results.json` for each student.
        questions: of these sheets, for a person to mark.
        by_hand: what a person gave.
        book: where students find the book on the web, "" for nowhere.
    """

    students: list[Student]
    sheets: list[Sheet]
    how: str
    gradescope: bool = False
    questions: tuple[Question, ...] = ()
    by_hand: ByHand = field(default_factory=ByHand)
    book: str = ""

    @property
    def counted(self) -> list[Task | Question]:
        """The tasks that count, and of each sheet the questions that were marked."""
        found: list[Task | Question] = []
        for sheet in self.sheets:
            number = f"{int(sheet.stem[:2])}."
            found += sheet.tasks
            found += [
                one for one in self.questions if one.id.startswith(number) and one.id in self.by_hand.rubric
            ]
        return found

    def marked(self) -> list[Student]:
        """The students with the marks of what counts, those by hand among them.

        Raises:
            NotebookError: points that were given do not fit, or to what does not count.
        """
        known = {one.id for one in self.counted}
        for name, given in self.by_hand.adjust.items():
            if strange := [one for one in given if one not in known]:
                raise NotebookError(f"[adjust] of {name}: {strange[0]} is not in this report")
        out = []
        for student in self.students:
            marks = {one.id: self._mark(student, one) for one in self.counted}
            out.append(replace(student, marks=marks))
        return out

    def _mark(self, student: Student, item: Task | Question) -> TaskMark:
        """The mark of one student for one task or question."""
        given = self.by_hand.adjust.get(student.name, {}).get(item.id)
        if isinstance(item, Question):
            return _by_rubric(student, item, self.by_hand.rubric[item.id].get(student.name))
        mark = student.marks[item.id]
        if given is None:
            return mark
        if not isinstance(given.points, int | float) or given.points > item.points:
            raise NotebookError(
                f"[adjust] of {student.name}: {item.id} has {points(item.points)}, not {given.points}"
            )
        said = f"By hand: {given.points:g} of {points(item.points)} in place of {mark.earned:g}. {given.why}"
        return replace(mark, earned=given.points, by_hand=said)

    def dumps(self) -> str:
        """All this as JSON."""
        sheets = [
            {
                "stem": sheet.stem,
                "tasks": [task.id for task in sheet.tasks],
                "siblings": chosen(sheet.stem),
            }
            for sheet in self.sheets
        ]
        told = asdict(replace(self, sheets=[])) | {"sheets": sheets}
        return json.dumps(told, ensure_ascii=False, indent=1)


def _together(mark: TaskMark, question: Question) -> bool:
    """Whether a task and a question are of one sheet."""
    return mark.task_id.split(".")[0] == question.id.split(".")[0]


def _by_rubric(student: Student, question: Question, given: Given | None) -> TaskMark:
    """The mark of a question: a line for each of the rubric's, and the reason."""
    if given is None:
        words = NO_MARK if question.id in student.written else NOTHING
        if any(one.words == NOT_GRADED for one in student.marks.values() if _together(one, question)):
            words = NOT_GRADED
        return TaskMark(question.id, 0, words, by_hand=words)
    most = [number for number, _ in question.rubric]
    each = given.points if isinstance(given.points, list) else None
    earned = sum(each) if each is not None else given.points
    fits = each is None or (len(each) == len(most) and all(a <= b for a, b in zip(each, most, strict=True)))
    if not fits or not isinstance(earned, int | float) or earned > question.points:
        raise NotebookError(
            f"[rubric] {question.id} of {student.name}: {given.points} does not fit; "
            f"its lines are worth {most}"
        )
    lines = [
        f"{found:g} of {number}: {words}"
        for found, (number, words) in zip(each or [], question.rubric, strict=bool(each))
    ]
    whole = [] if lines else [f"By hand: {earned:g} of {points(question.points)}."]
    said = "\n".join([*lines, *whole, *([given.why] if given.why else [])])
    return TaskMark(question.id, earned, said, by_hand=said)


def load(report: Path) -> Graded:
    """What a report keeps of a class.

    Raises:
        NotebookError: it keeps nothing, or nothing that can be read.
    """
    path = report / RESULTS
    try:
        told = json.loads(path.read_text("utf-8"))
        return Graded(
            [_student(**one) for one in told["students"]],
            [_sheet(**one) for one in told["sheets"]],
            told["how"],
            told["gradescope"],
            tuple(_question(**one) for one in told["questions"]),
            ByHand(*(_given(told["by_hand"][name]) for name in ("adjust", "rubric"))),
            told["book"],
        )
    except OSError:
        raise NotebookError(
            f"{report}: holds no {RESULTS}; give the folder that `prpn-edu grade` wrote"
        ) from None
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotebookError(
            f"{path}: cannot be read ({type(error).__name__}: {error}); grade again"
        ) from None


def _given(told: dict[str, dict[str, dict]]) -> dict[str, dict[str, Given]]:
    return {key: {one: Given(**mark) for one, mark in some.items()} for key, some in told.items()}


def _student(marks: dict[str, dict], **rest) -> Student:
    return Student(marks={name: TaskMark(**mark) for name, mark in marks.items()}, **rest)


def _question(rubric: list, **rest) -> Question:
    return Question(rubric=tuple((number, words) for number, words in rubric), **rest)


def _sheet(stem: str, tasks: list[str], siblings: list[str]) -> Sheet:
    follow(stem, [f"siblings({siblings})"])
    return only(find_sheet(stem), tasks)


def only(sheet: Sheet, tasks: list[str]) -> Sheet:
    """A sheet of which these tasks alone count."""
    return replace(sheet, tasks=tuple(task for task in sheet.tasks if task.id in tasks))
