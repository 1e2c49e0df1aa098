"""The pages of a report: one for each student, and the class at a glance; as Markdown and as HTML.

Whatever a student wrote is shown as text, never as markup. The HTML is one file without scripts, so it can be
mailed, or put on a learning platform.
"""

import html
import re
from collections import Counter
from itertools import groupby
from textwrap import dedent
from urllib.parse import quote

from prpn_edu.course.grading.marking import WITHHELD, Mark, Student
from prpn_edu.course.task import Task, points

HIDDEN = re.compile("[^\t\n\x20-\x7e\xa0-\u2029\u202f-\u2065\u206a-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
NOTHING = ("No answer yet.", "Not graded.")

STYLE = """
:root { color-scheme: light dark; --ink: #1c2330; --paper: #fff; --soft: #f3f4f6; --line: #c9ced6;
  --bar: #2f6f9f; --link: #17588a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ec; --paper: #14171d; --soft: #1f242d;
  --line: #464d5a; --bar: #6fb0de; --link: #8cc4ec; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 0 auto; padding: 1rem;
  color: var(--ink); background: var(--paper); overflow-wrap: anywhere; }
a { color: var(--link); }
h1, h2 { line-height: 1.25; }
h2 { margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; table-layout: fixed; }
th, td { text-align: left; padding: .4rem .6rem .4rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
tbody th { font-weight: normal; hyphens: auto; }
.number { width: 9rem; }
.wide { width: 50%; }
td ul { margin: 0; padding-left: 1.1rem; }
.bar { display: block; height: .7rem; margin: .25rem 0; border: 1px solid var(--bar); }
.bar span { display: block; height: 100%; background: var(--bar); }
.said { border-left: .25rem solid var(--line); padding-left: 1rem; }
.said p { margin: .5rem 0; }
pre { font: .875rem/1.45 ui-monospace, monospace; background: var(--soft); margin: .5rem 0; padding: .75rem;
  overflow-x: auto; overflow-wrap: normal; }
@media (max-width: 40rem) { .number { width: 5.5rem; } .wide { width: 43%; } td ul { padding-left: .9rem; }
  .said { padding-left: .5rem; } pre { font-size: .75rem; padding: .5rem; } }
@media print { pre { white-space: pre-wrap; } }
"""


def feedback(student: Student, tasks: list[Task]) -> str:
    """The student's own page: points, and for each task that lost some, what the check said."""
    lines = [f"# Feedback for {plain(student.name)}", "", f"**{_total(student, tasks)}**", ""]
    lines += [f"- {plain(remark)}" for remark in student.remarks] + [""] * bool(student.remarks)
    lines += ["| task | points |", "| --- | --- |"]
    lines += [f"| {_name(task)} | {_earned(student, task)} |" for task in tasks]
    for task in _lost(student, tasks):
        lines += ["", f"## {_name(task)}", "", *_fenced("\n".join(_said(student.marks[task.id], task)))]
    return "\n".join(lines).rstrip() + "\n"


def feedback_page(student: Student, tasks: list[Task]) -> str:
    """The same page as HTML."""
    rows = [(_cell(_name(task), "th"), _cell(_earned(student, task), "number")) for task in tasks]
    body = [f"<p><strong>{_total(student, tasks)}</strong></p>", _list(student.remarks)]
    body.append(_table({"task": "", "points": "number"}, rows))
    for task in _lost(student, tasks):
        body.append(f"<h2>{_text(_name(task))}</h2>")
        body.append(f'<div class="said">{_paragraphs(_said(student.marks[task.id], task), task)}</div>')
    return _page(f"Feedback for {student.name}", body)


def overview(students: list[Student], tasks: list[Task], how: str) -> str:
    """The class at a glance: how each task went, which mistakes were made how often, and who needs a look."""
    lines = ["# The class", "", how, "", _summary(students, tasks), "", "## Tasks", ""]
    lines += ["| task | points | right | mistakes |", "| --- | --- | --- | --- |"]
    for task in tasks:
        mistakes = "; ".join(_mistakes(students, task)).replace("|", "\\|")
        lines.append(f"| {_name(task)} | {task.points} | {_right(students, task)} | {mistakes} |")
    lines += ["", "## Students", "", "| student | points | remarks |", "| --- | --- | --- |"]
    for student in students:
        remarks = "; ".join(plain(remark) for remark in _remarks(student))
        lines.append(f"| {plain(student.name)} | {student.earned} | {remarks} |")
    return "\n".join(lines) + "\n"


def overview_page(
    students: list[Student], tasks: list[Task], how: str, pages: list[str] | None = None
) -> str:
    """The same as HTML, with a bar for the share that is right.

    Args:
        students: by name.
        tasks: of all sheets.
        how: a sentence on how it was graded.
        pages: where the page of each student lies, to link to.
    """
    right = [_right(students, task) for task in tasks]
    of_tasks = [
        (
            _cell(f"{_name(task)} ({points(task.points)})", "th"),
            f'<td class="number">{n} of {len(students)}{_bar(n, len(students))}</td>',
            f"<td>{_list(_mistakes(students, task))}</td>",
        )
        for task, n in zip(tasks, right, strict=True)
    ]
    of_students = [
        (
            f'<th scope="row">{_link(student.name, page)}</th>',
            _cell(str(student.earned), "number"),
            f"<td>{_list(_remarks(student))}</td>",
        )
        for student, page in zip(students, pages or [""] * len(students), strict=True)
    ]
    body = [f"<p>{_text(how)}</p>", f"<p>{_summary(students, tasks)}</p>", "<h2>Tasks</h2>"]
    body.append(_table({"task": "", "right": "number", "mistakes": "wide"}, of_tasks))
    body += ["<h2>Students</h2>", _table({"student": "", "points": "number", "remarks": "wide"}, of_students)]
    return _page("The class", body)


# What the pages say


def _name(task: Task) -> str:
    return f"{task.id} {task.title}"


def _total(student: Student, tasks: list[Task]) -> str:
    return f"{student.earned} of {points(sum(task.points for task in tasks))}"


def _earned(student: Student, task: Task) -> str:
    return f"{student.marks[task.id].earned} of {task.points}"


def _lost(student: Student, tasks: list[Task]) -> list[Task]:
    return [task for task in tasks if not student.marks[task.id].earned]


def _said(mark: Mark, task: Task) -> list[str]:
    """The lines of a lost task, without what its heading says already, and always with what to reread."""
    lines = [line for line in mark.words.split("\n") if line != f"{_name(task)}: 0 of {points(task.points)}."]
    if not lines[-1:] or not lines[-1].startswith("Reread: "):
        lines.append(f'Reread: Chapter {task.id.split(".")[0]}, "{task.section}".')
    return lines


def _summary(students: list[Student], tasks: list[Task]) -> str:
    whole = sum(task.points for task in tasks)
    full = sum(student.earned == whole for student in students)
    mean = sum(student.earned for student in students) / max(1, len(students))
    return f"{len(students)} students. {full} have full marks; the mean is {mean:.1f} of {points(whole)}."


def _right(students: list[Student], task: Task) -> int:
    return sum(student.marks[task.id].earned > 0 for student in students)


def _mistakes(students: list[Student], task: Task) -> list[str]:
    """The misconceptions seen in a task and how often, the most frequent first; then what has no name."""
    lost = [student.marks[task.id] for student in students if not student.marks[task.id].earned]
    named = Counter(mark.mistake for mark in lost if mark.mistake)
    found = sorted(named.items(), key=lambda item: (-item[1], item[0]))
    found.append(("no answer", sum(mark.words in NOTHING for mark in lost)))
    found.append(("another mistake", len(lost) - sum(named.values()) - found[-1][1]))
    return [f"{name} ({n})" for name, n in found if n]


def _remarks(student: Student) -> list[str]:
    """What the teacher should know of a student: the remarks, and answers taken from the library."""
    start = WITHHELD.split("{}")[0]
    taken = [mark.task_id for mark in student.marks.values() if mark.words.startswith(start)]
    return [*student.remarks, *(["took from the library: " + ", ".join(taken)] if taken else [])]


# HTML


def _page(title: str, body: list[str]) -> str:
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{_text(title)}</title><style>{STYLE}</style>"
    )
    inside = "\n".join(part for part in (f"<h1>{_text(title)}</h1>", *body) if part)
    lines = ["<!doctype html>", f'<html lang="en"><head>{head}</head><body><main>', inside]
    return "\n".join([*lines, "</main></body></html>", ""])


def _text(text: str) -> str:
    return html.escape(_printable(text))


def _cell(text: str, kind: str) -> str:
    return f'<th scope="row">{_text(text)}</th>' if kind == "th" else f'<td class="{kind}">{_text(text)}</td>'


def _table(columns: dict[str, str], rows: list[tuple[str, ...]]) -> str:
    """A table from its columns, each with its class, and the cells of its rows."""
    head = "".join(f'<th scope="col" class="{kind}">{name}</th>' for name, kind in columns.items())
    inside = "\n".join(f"<tr>{''.join(row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>\n{inside}\n</tbody></table>".replace(
        ' class=""', ""
    )


def _bar(part: int, whole: int) -> str:
    share = round(100 * part / max(1, whole))
    return f' ({share}%)<span class="bar" aria-hidden="true"><span style="width: {share}%"></span></span>'


def _link(name: str, page: str) -> str:
    return f'<a href="{quote(page)}">{_text(name)}</a>' if page else _text(name)


def _list(items: list[str]) -> str:
    inside = "".join(f"<li>{_text(item)}</li>" for item in items)
    return f"<ul>{inside}</ul>" if items else ""


def _paragraphs(lines: list[str], task: Task) -> str:
    """A paragraph for each line; indented lines, which hold numbers and code, as they stand."""
    parts = []
    for indented, some in groupby(lines, key=lambda line: line.startswith(" ")):
        if indented:
            some = dedent("\n".join(some))
            label = f'tabindex="0" role="region" aria-label="Task {task.id}: expected and came"'
            parts.append(f"<pre {label}>{_text(some)}</pre>")
        else:
            parts += [f"<p>{_text(line)}</p>" for line in some if line.strip()]
    return "\n".join(parts)


# Text without power


def _printable(text: str) -> str:
    """Text without control characters, also of direction, which could hide or forge what stands beside it."""
    return HIDDEN.sub("\ufffd", text)


def plain(text: str) -> str:
    """One line in which Markdown and HTML have no power."""
    line = re.sub(r"([\\`*_\[\]<>&|#!~$])", r"\\\1", _printable(" ".join(text.split())))
    return re.sub(r"^(\d*)([-+.)])(?=\s|$)", r"\1\\\2", line)  # the start of a list


def _fenced(text: str) -> list[str]:
    """Text as a literal block, with a fence longer than any that the text holds."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", _printable(text), fence]
