"""The pages of a report: one for each student, and the class at a glance; as Markdown and as HTML.

Whatever a student wrote is shown as text, never as markup.
"""

import html
import re
from collections import Counter

from prpn_edu.course.anatomy import Task, points
from prpn_edu.course.marking import Student

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem;
       color: #1c2330; background: #fff; }
pre { background: #f3f4f6; padding: .75rem; overflow-x: auto; white-space: pre-wrap; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #d5d8de; vertical-align: top; }
.bar { background: #e4e7ec; min-width: 8rem; }
.bar span { display: block; background: #2f6f9f; height: 1rem; }
.wrap { overflow-x: auto; }
@media (prefers-color-scheme: dark) {
  body { color: #e6e8ec; background: #14171d; }
  pre { background: #1f242d; }
  th, td { border-color: #3a404b; }
  .bar { background: #2a303a; }
  .bar span { background: #6fb0de; }
}
"""


def feedback(student: Student, tasks: list[Task]) -> str:
    """The student's own page: points, and for each task what the check said."""
    lines = [f"# Feedback for {plain(student.name)}", "", f"**{_total(student, tasks)}**", ""]
    lines += [f"- {plain(remark)}" for remark in student.remarks] + [""] * bool(student.remarks)
    for task in tasks:
        mark = student.marks[task.id]
        lines += [f"## {task.id} {task.title}", "", f"{mark.earned} of {points(task.points)}", ""]
        if not mark.earned:
            lines += [*_fenced(mark.words), ""]
    return "\n".join(lines).rstrip() + "\n"


def feedback_page(student: Student, tasks: list[Task]) -> str:
    """The same page as HTML."""
    body = [f"<p><strong>{_total(student, tasks)}</strong></p>", _list(student.remarks)]
    for task in tasks:
        mark = student.marks[task.id]
        body.append(f"<h2>{task.id} {html.escape(task.title)}</h2>")
        body.append(f"<p>{mark.earned} of {points(task.points)}</p>")
        if not mark.earned:
            body.append(f"<pre>{html.escape(_printable(mark.words))}</pre>")
    return _page(f"Feedback for {student.name}", body)


def overview(students: list[Student], tasks: list[Task], how: str) -> str:
    """The class at a glance: how each task went, and which mistakes were made how often."""
    lines = ["# The class", "", how, "", f"{len(students)} students.", ""]
    lines += ["| task | points | right | mistakes |", "| --- | --- | --- | --- |"]
    for task in tasks:
        mistakes = "; ".join(f"{name} ({n})" for name, n in _mistakes(students, task)).replace("|", "\\|")
        lines.append(f"| {task.id} {task.title} | {task.points} | {_right(students, task)} | {mistakes} |")
    remarks = [f"- {plain(s.name)}: {plain(remark)}" for s in students for remark in s.remarks]
    lines += ["", "## Remarks", "", *remarks] if remarks else []
    return "\n".join(lines) + "\n"


def overview_page(students: list[Student], tasks: list[Task], how: str) -> str:
    """The same as HTML, with a bar for the share that is right."""
    rows = []
    for task in tasks:
        right = _right(students, task)
        share = round(100 * right / max(1, len(students)))
        mistakes = _list([f"{name} ({n})" for name, n in _mistakes(students, task)])
        rows.append(
            f'<tr><th scope="row">{task.id} {html.escape(task.title)}</th><td>{right}</td>'
            f'<td><div class="bar" role="img" aria-label="{share} per cent">'
            f'<span style="width: {share}%"></span></div></td><td>{mistakes}</td></tr>'
        )
    head = "".join(f'<th scope="col">{name}</th>' for name in ("task", "right", "share", "mistakes"))
    remarks = [f"{student.name}: {remark}" for student in students for remark in student.remarks]
    body = [
        f"<p>{html.escape(how)}</p>",
        f"<p>{len(students)} students.</p>",
        f'<div class="wrap"><table><thead><tr>{head}</tr></thead>',
        *("<tbody>", *rows, "</tbody></table></div>"),
    ]
    return _page("The class", [*body, "<h2>Remarks</h2>" if remarks else "", _list(remarks)])


def _page(title: str, body: list[str]) -> str:
    title = html.escape(_printable(title))
    head = (
        f'<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style>"
    )
    text = "\n".join(part for part in body if part)
    lines = ["<!doctype html>", f'<html lang="en"><head>{head}</head><body>', f"<h1>{title}</h1>", text]
    return "\n".join([*lines, "</body></html>", ""])


def _list(items: list[str]) -> str:
    inside = "".join(f"<li>{html.escape(_printable(item))}</li>" for item in items)
    return f"<ul>{inside}</ul>" if items else ""


def _total(student: Student, tasks: list[Task]) -> str:
    return f"{student.earned} of {points(sum(task.points for task in tasks))}"


def _right(students: list[Student], task: Task) -> int:
    return sum(student.marks[task.id].earned > 0 for student in students)


def _mistakes(students: list[Student], task: Task) -> list[tuple[str, int]]:
    """The misconceptions seen in a task, the most frequent first."""
    names = [student.marks[task.id].mistake for student in students]
    return sorted(Counter(filter(None, names)).items(), key=lambda item: (-item[1], item[0]))


def _printable(text: str) -> str:
    """Text without control characters, which could hide or forge what stands beside it."""
    return re.sub("[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)


def plain(text: str) -> str:
    """One line in which Markdown and HTML have no power."""
    return re.sub(r"([\\`*_\[\]<>&|#!])", r"\\\1", _printable(" ".join(text.split())))


def _fenced(text: str) -> list[str]:
    """Text as a literal block, with a fence longer than any that the text holds."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", _printable(text), fence]
