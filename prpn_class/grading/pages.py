"""The pages of a report: one for each student, and the class at a glance; as Markdown and as HTML.

The words are chosen here, the pages are the templates beside this module. Whatever a student wrote is shown
as text, never as markup: both kinds of template pass every value through a filter of their own, so that no
template can forget to. The HTML is one file without scripts, so it can be mailed, or put on a learning
platform.
"""

import re
from collections import Counter
from itertools import groupby
from pathlib import Path
from textwrap import dedent
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from prpn_book.formula_text import formula_text
from prpn_class.grading.result import NOT_GRADED, Student, TaskMark
from prpn_class.grading.verdict import LATE, MISSING, NO_ANSWER, USED_UP, WITHHELD
from prpn_class.handout.archive import page_of
from prpn_course.checking.plain import OF_KIND
from prpn_course.task import Question, Task, points, several
from prpn_course.tasks import MODULES
from prpn_edu.printable import one_line, printable

KINDS = {  # of what is no named mistake, by how its words begin
    "no answer": (NO_ANSWER,),
    "not graded": (NOT_GRADED,),
    "from the library": (WITHHELD.split("{}")[0],),
    "a cell that stopped": ("Your cell ",),
    "right numbers, but floats or a changed argument": (OF_KIND,),
    "too long, or too much": (LATE, *USED_UP.values()),
    "no function of that name": (MISSING,),
}
MOST_ON_A_LINE = 2_000  # characters: a spreadsheet breaks a row whose cell has more than 32,767
FORMULA = re.compile(r"(\${1,2})(?P<tex>[^$]+)\1")
FULL = "Everything is right: well done."
MORE = " [and more: see overview.html]"


# Text without power


def escaped(text: str) -> str:
    """One line in which Markdown and HTML have no power, and no address becomes a link."""
    line = re.sub(r"([\\`*_\[\]<>&|#!~$@]|:(?=//)|(?i:(?<=\bwww))\.)", r"\\\1", one_line(text))
    return re.sub(r"^(\d*)([-+.)])(?=\s|$)", r"\1\\\2", line)  # the start of a list


def in_brief(remarks: list[str]) -> str:
    """Remarks on one line that a table and a terminal can take; more than fits stands on the pages."""
    line = one_line("; ".join(remarks))
    return line if len(line) <= MOST_ON_A_LINE else line[:MOST_ON_A_LINE] + MORE


def _fenced(text: str) -> Markup:
    """Text as a literal block of Markdown, with a fence longer than any that the text holds."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return Markup(f"{fence}text\n{printable(text)}\n{fence}")


def _formulas(text: str) -> str:
    """Text with its formulas as plain signs, `$d_{t-1}$` as d_(t-1): a page of a report sets none."""
    return FORMULA.sub(lambda found: formula_text(found["tex"]), text)


def environment(harmless, autoescape: bool, *more: Path) -> Environment:
    """Templates whose every value goes through `harmless`, but for markup that a template itself made.

    Args:
        harmless: from text to text that has no power on the page.
        autoescape: for HTML.
        more: folders of templates, beside those of the report.
    """
    made = Environment(
        loader=FileSystemLoader([*more, Path(__file__).parent / "templates"]),
        autoescape=autoescape,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: value if isinstance(value, Markup) else harmless(str(value)),
    )
    made.filters["fenced"] = _fenced
    made.filters["formulas"] = _formulas
    return made


_HTML, _MARKDOWN = environment(printable, autoescape=True), environment(escaped, autoescape=False)


# The pages


def feedback(student: Student, tasks: list[Task | Question], book: str = "") -> str:
    """The student's own page: points, and for each task that lost some, what the check said."""
    page = _MARKDOWN.get_template("feedback.md.j2").render(
        _of_student(student, tasks, book), name=student.name
    )
    return page.rstrip() + "\n"


def feedback_page(student: Student, tasks: list[Task | Question], book: str = "") -> str:
    """The same page as HTML."""
    title = f"Feedback for {student.name}"
    return _HTML.get_template("feedback.html.j2").render(_of_student(student, tasks, book), title=title)


def overview(students: list[Student], tasks: list[Task | Question], how: str) -> str:
    """The class at a glance: how each task went, which mistakes were made how often, and who needs a look."""
    return _MARKDOWN.get_template("overview.md.j2").render(_of_class(students, tasks, how, []))


def overview_page(
    students: list[Student], tasks: list[Task | Question], how: str, pages: list[str] | None = None
) -> str:
    """The same as HTML, with a bar for the share that is right.

    Args:
        students: by name.
        tasks: of all sheets.
        how: a sentence on how it was graded.
        pages: where the page of each student lies, to link to.
    """
    content = _of_class(students, tasks, how, pages or [])
    return _HTML.get_template("overview.html.j2").render(content, title="The class")


def question_page(question: Question, students: list[Student]) -> str:
    """All answers to a question below its model answer and its rubric, for a person who marks them."""
    written = [
        {"name": one.name, "text": one.written[question.id]} for one in students if question.id in one.written
    ]
    silent = [one.name for one in students if question.id not in one.written]
    title = f"{question.id} {question.title}"
    worth = f"{points(question.points)} by hand"
    rubric = [(points(number), words) for number, words in question.rubric]
    return _HTML.get_template("question.html.j2").render(
        title=title, question=question, rubric=rubric, worth=worth, written=written, silent=silent
    )


# What the pages say


def _of_student(student: Student, tasks: list[Task | Question], book: str = "") -> dict:
    """What a template needs to know of one student."""
    lost = []
    for task in tasks:
        mark = student.marks[task.id]
        if mark.by_hand or (mark.earned < task.points and mark.is_graded):
            said = _said(mark, task)
            lost.append(
                {
                    "id": task.id,
                    "name": _name(task),
                    "text": "\n".join(said),
                    "paragraphs": _paragraphs(said),
                    "page": _page(task, book),
                }
            )
    return {
        "total": _total(student, f" of {points(sum(task.points for task in tasks))}"),
        "full": FULL if all(student.marks[task.id].earned == task.points for task in tasks) else "",
        "remarks": student.remarks,
        "tasks": [
            {"name": _name(task), "earned": _points(student.marks[task.id], f" of {task.points}")}
            for task in tasks
        ],
        "lost": lost,
    }


def _of_class(students: list[Student], tasks: list[Task | Question], how: str, pages: list[str]) -> dict:
    """What a template needs to know of a class."""
    links = pages or [""] * len(students)
    return {
        "how": how,
        "summary": _summary(students, tasks),
        "tasks": [_of_task(students, task) for task in tasks],
        "students": [
            {
                "name": student.name,
                "earned": _total(student),
                "remarks": _remarks(student),
                "link": link,
            }
            for student, link in zip(students, links, strict=True)
        ],
    }


def _of_task(students: list[Student], task: Task | Question) -> dict:
    """How a task went in the class."""
    right = sum(student.marks[task.id].earned == task.points for student in students)
    return {
        "name": _name(task),
        "points": task.points,
        "worth": points(task.points),
        "right": right,
        "share": round(100 * right / max(1, len(students))),
        "mistakes": _mistakes(students, task),
    }


def _points(mark: TaskMark, of: str = "") -> str:
    return f"{mark.earned:g}{of}" if mark.is_graded else "not graded"


def _total(student: Student, of: str = "") -> str:
    """The points of a student, and whether they are all."""
    graded = [mark.is_graded for mark in student.marks.values()]
    if not any(graded):
        return "not graded"
    return f"{student.earned:g}{of}" if all(graded) else f"{student.earned:g}{of}, a part was not graded"


def _name(task: Task | Question) -> str:
    return f"{task.id} {task.title}"


def _page(task: Task | Question, book: str) -> str:
    """The address of the page that a task is read up in, "" where the book has none."""
    if not book or isinstance(task, Question):
        return ""
    stem = task.page or next(stem for stem in MODULES if stem.startswith(f"{int(task.id.split('.')[0]):02}-"))
    return Markup(quote(page_of(stem, book), safe=":/~#?=&.-_"))


def _said(mark: TaskMark, task: Task | Question) -> list[str]:
    """The lines of a lost task, without what its heading says already, and always with what to reread."""
    if isinstance(task, Question):
        return mark.words.split("\n")
    headline = f"{_name(task)}: {mark.earned} of {points(task.points)}."
    lines = [line for line in mark.words.split("\n") if line != headline]
    if mark.by_hand:
        lines = [*mark.by_hand.split("\n"), "", "What the check said:", *lines]
    if not lines[-1:] or not lines[-1].startswith("Reread: "):
        lines.append(f'Reread: {task.chapter}, "{task.section}".')
    return lines


def _summary(students: list[Student], tasks: list[Task | Question]) -> str:
    whole = sum(task.points for task in tasks)
    graded = [student.earned for student in students if student.is_graded]
    full, left = graded.count(whole), len(students) - len(graded)
    mean = sum(graded) / max(1, len(graded))
    have = "has" if full == 1 else "have"
    number = several(len(students), "student") + (f", {left} not graded" if left else "")
    return f"{number}. {full} {have} full marks; the mean is {mean:.1f} of {points(whole)}."


def _mistakes(students: list[Student], task: Task | Question) -> list[str]:
    """The misconceptions seen in a task and how often, the most frequent first; then what has no name."""
    marks = [] if isinstance(task, Question) else [student.marks[task.id] for student in students]
    lost = [mark for mark in marks if mark.earned < task.points]
    named = Counter(mark.mistake for mark in lost if mark.mistake)
    found = sorted(named.items(), key=lambda item: (-item[1], item[0]))
    other = Counter(_kind(mark.words) for mark in lost if not mark.mistake)
    found += [(kind, other[kind]) for kind in (*KINDS, "another mistake")]
    return [f"{name} ({n})" for name, n in found if n]


def _kind(words: str) -> str:
    """What lost the points of a task in which no mistake was named."""
    lines = words.split("\n")
    kinds = (kind for kind, first in KINDS.items() if any(line.startswith(first) for line in lines))
    return next(kinds, "another mistake")


def _remarks(student: Student) -> list[str]:
    """What the teacher should know of a student: the remarks, and answers taken from the library."""
    start = WITHHELD.split("{}")[0]
    said = {mark.task_id: mark.words.split("\n") for mark in student.marks.values()}
    taken = [task_id for task_id, lines in said.items() if any(line.startswith(start) for line in lines)]
    return [
        *student.remarks,
        *student.staff,
        *(["took from the library: " + ", ".join(taken)] if taken else []),
    ]


def _paragraphs(lines: list[str]) -> list[tuple[bool, str]]:
    """(False, text) for each line; (True, text) for indented lines, numbers or code, that stand together."""
    parts = []
    for indented, some in groupby(lines, key=lambda line: line.startswith(" ")):
        if indented:
            parts.append((True, dedent("\n".join(some))))
        else:
            parts += [(False, line) for line in some if line.strip()]
    return parts
