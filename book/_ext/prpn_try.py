"""A task that one does in the page: an editor with its stub, and a check that answers (try.js).

The cell stands at the end of the section that the task practises; `in_page=True` where the task is written
down asks for it. Without scripts it is the stub, to be read, and a link to the sheet. What the check knows,
the results that it expects among them, stands in the page as base64, as the answers of a quiz do: nobody
should read it by accident.
"""

import base64
import functools
import inspect
import json
from html import escape
from pathlib import Path

import nbformat
from docutils import nodes

from prpn_edu.course import address
from prpn_edu.course.authoring import in_page
from prpn_edu.course.checking import card
from prpn_edu.course.task import Sheet, Task

ROOT = Path(__file__).resolve().parents[2]


def cells(sheet: Sheet, tasks: list[Task], env) -> list[nodes.Node]:
    """Return the cells of those of a section's tasks that have one."""
    return [cell(task, sheet, env) for task in tasks if task.in_page]


def cell(task: Task, sheet: Sheet, env) -> nodes.Node:
    """Return the cell of a task."""
    source = ROOT / f"exercises/{sheet.stem}.ipynb"
    for file in (source, inspect.getfile(task.reference), inspect.getfile(in_page), inspect.getfile(card)):
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
