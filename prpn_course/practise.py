"""Exercises beside the sections of a chapter that they practise: a Sphinx extension.

Some tasks one does in the page: an editor with its stub, and a check that answers (try.js). The cell stands
at the end of the section; `in_page=True` where the task is written down asks for it, and
`in_page="Practise"` puts it at the end of the section, or of the fold, with that heading. Without scripts it
is the stub, to be read, and a link to the sheet. What the check knows, the results that it expects among
them, stands in the page as base64, as the answers of a quiz do: nobody should read it by accident.
"""

import base64
import functools
import inspect
import json
import re
from html import escape
from pathlib import Path

import nbformat
from docutils import nodes

from prpn_book import address
from prpn_book.sphinx.folds import Fold
from prpn_course.authoring import in_page
from prpn_course.builder import FACTS
from prpn_course.checking import card
from prpn_course.task import Sheet, Task, points
from prpn_course.tasks import MODULES, SHEETS

ROOT = Path(__file__).resolve().parents[1]
STRAIGHT = str.maketrans("‘’“”", "''\"\"")  # a heading's quotes were made typographic
SHEET = re.compile(r"exercises/([\w-]+)\.ipynb")


def practise(app, doctree) -> None:
    """Put the tasks of the sheet beside the sections of a chapter that they practise; link named sheets."""
    for literal in list(doctree.findall(nodes.literal)):
        if SHEET.fullmatch(literal.astext()) and not isinstance(literal.parent, nodes.reference):
            link = nodes.reference("", "", literal.deepcopy(), refuri=address.page(literal.astext()))
            literal.parent.replace(literal, link)
    page = app.env.docname.rpartition("/")[2]
    for sheet in SHEETS:  # of each those tasks that this page teaches
        if tasks := [task for task in sheet.tasks if (task.page or sheet.stem) == page]:
            for file in (inspect.getfile(address), *(FACTS.parent / MODULES[sheet.stem]).glob("*.py")):
                app.env.note_dependency(str(file))
            put_beside(doctree, sheet, tasks, app.env)


def put_beside(doctree, sheet: Sheet, offered: list[Task], env) -> None:
    """Put tasks at the end of the sections that they practise, their cells there or where they ask for."""
    for section in list(doctree.findall(nodes.section)):
        title = section.next_node(nodes.title).astext().translate(STRAIGHT)
        if tasks := [task for task in offered if task.after == title]:
            section.append(nodes.raw("", beside(sheet, tasks), format="html"))
        here = [task for task in offered if task.in_page == title]
        section.extend(cell(task, sheet, env) for task in here)
    for fold in list(doctree.findall(Fold)):
        here = [task for task in offered if task.in_page == fold[0].astext().translate(STRAIGHT)]
        fold.extend(cell(task, sheet, env) for task in here)


def beside(sheet: Sheet, tasks: list) -> str:
    """Return the box with these tasks."""
    path = f"exercises/{sheet.stem}.ipynb"
    named = "; ".join(
        f"<b>{task.id}</b> {escape(task.title)} ({points(task.points)}, {task.minutes} min)" for task in tasks
    )
    here, colab = (f'<a href="{place(path)}">' for place in (address.page, address.colab))
    links = f"{here}the sheet</a>, {colab}the sheet in Colab</a>"
    return f'<p class="prpn-practise"><span>Practise</span> {named}. Open {links}.</p>'


def cell(task: Task, sheet: Sheet, env) -> nodes.Node:
    """Return the cell of a task."""
    source = ROOT / f"exercises/{sheet.stem}.ipynb"
    for file in (source, FACTS, inspect.getfile(in_page), inspect.getfile(card)):
        env.note_dependency(str(file))
    packed = in_page.packed(task, sheet, notebook(source))
    coded = base64.b64encode(json.dumps(packed).encode()).decode()
    title, link = escape(f"{task.id} {task.title}"), address.page(f"exercises/{sheet.stem}.ipynb")
    box = nodes.container(classes=["prpn-try"])
    box += nodes.raw("", f'<p class="prpn-try-title"><b>Try it here.</b> {title}</p>', format="html")
    box += nodes.literal_block(packed["stub"], packed["stub"], language="python")
    box += nodes.raw(
        "",
        f'<p class="prpn-try-note">The whole sheet: <a href="{link}">exercises/{sheet.stem}.ipynb</a>.</p>'
        f'<script type="application/json" data-task="{coded}"></script><style>{card.style()}</style>',
        format="html",
    )
    return box


@functools.cache
def notebook(path: Path) -> nbformat.NotebookNode:
    """Return a sheet as students get it, read once."""
    return nbformat.read(path, as_version=4)


def setup(app):
    """Register; called by Sphinx."""
    app.connect("doctree-read", practise, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
