"""What students get: the sheets and the library in one archive, and no solutions.

A sheet of the handout is the released exercise with one cell before it, which finds the library, or
installs it from the archive, or says what to do. So it opens on Windows, in Colab and on a JupyterHub,
without make and without git.
"""

import re
from collections.abc import Iterator
from itertools import chain, combinations
from pathlib import Path

import nbformat
from nbformat import NotebookNode

from prpn_book.address import chapter
from prpn_class.handout.wheel import LICENCES, archive, licence_text, version, wheel
from prpn_course import notebooks
from prpn_course.authoring.facts import PLAN, named
from prpn_course.authoring.questions import QUESTION
from prpn_course.authoring.stubs import BEGIN
from prpn_course.notebooks import role_of, task_of
from prpn_course.task import NotebookError, Sheet, Task
from prpn_course.tasks import find_sheet, follow
from prpn_edu import files

TOP = "prpn-course"
CALL = "print(set_up())"
COUNTED = " That line counts tasks that are not set, too."
HERE = Path(__file__).parent


def handout(
    out: Path,
    sheets: list[Path],
    address: str = "",
    counts: list[str] | None = None,
    book: str = "",
    questions: list[str] | None = None,
) -> list[str]:
    """Write the archive.

    Args:
        out: the archive's path, which ends in ".zip".
        sheets: the released notebooks to hand out.
        address: where the archive will be found on the web, for notebooks that are opened without it.
        counts: the tasks that are set, by their ids; all unless given. The others stay, marked as not set.
        book: where the pages of the book are on the web.
        questions: the open questions that are set, by their ids; None says nothing of them.
    Returns:
        the names of the files inside.
    Raises:
        NotebookError: the name is no archive's, there is nothing to hand out, or a notebook holds answers.
    """
    if out.suffix != ".zip":
        raise NotebookError(f"{out}: a handout is a zip file; give --out a name that ends in .zip")
    inside = contents(sheets, address, counts, book, questions)
    files.write_bytes(out, archive(inside))
    return list(inside)


def contents(
    sheets: list[Path],
    address: str = "",
    counts: list[str] | None = None,
    book: str = "",
    questions: list[str] | None = None,
) -> dict[str, bytes]:
    """What a handout holds, by the paths inside; arguments and errors are those of `handout`."""
    if address and not address.startswith("https://"):
        raise NotebookError(f"{address}: an address begins with https://, and leads to the zip file itself")
    if book and not book.startswith(("https://", "http://", "file:")):
        raise NotebookError(
            f"{book}: the address of the book begins with https://; give that of its first page"
        )
    if not sheets:
        raise NotebookError("no notebook to hand out; name a sheet, or give --exercises the folder of them")
    name, library = wheel()
    start = (HERE / "start_here.txt").read_text("utf-8").rstrip("\n")
    told = f"\n\nThe book, which the sheets follow: {book}\n" if book else "\n"
    inside = {f"{TOP}/START-HERE.txt": (start + told).encode()}
    for licence in LICENCES:
        inside[f"{TOP}/{licence}.txt"] = licence_text(licence)
    for path in sheets:
        notebook = sheet(path, version(name), address, book)
        follow(path.stem, [cell.source for cell in notebook.cells if cell.cell_type == "code"])
        adapt(notebook, find_sheet(path.stem), counts, book, questions)
        inside[f"{TOP}/exercises/{path.name}"] = notebooks.dumps(notebook).encode()
    inside[f"{TOP}/library/{name}"] = library
    return inside


def adapt(
    notebook: NotebookNode,
    sheet: Sheet,
    counts: list[str] | None,
    book: str,
    questions: list[str] | None = None,
) -> None:
    """Mark what is not set and plan its minutes no more; name in the first text the chapter's page, and which
    of the open questions are set."""
    left_out = [task for task in sheet.tasks if counts is not None and task.id not in counts]
    for cell in notebook.cells:
        cell.source = _without(cell, left_out)
    first = next(cell for cell in notebook.cells if cell.cell_type == "markdown")
    if left_out:
        set_ = [task for task in sheet.tasks if task not in left_out]
        first.source = PLAN.sub(lambda plan: _plan(set_, int(plan["after"])), first.source)
        notebook.cells[-1].source += COUNTED
    if questions is not None:
        asked = [task_of(cell) for cell in notebook.cells if role_of(cell) == QUESTION]
        first.source += f"\n\n{_asked([str(one) for one in asked if one in questions])}"
    if book:
        first.source += f"\n\nThe chapter: <{page_of(sheet.stem, book)}>"


def ways(notebook: NotebookNode, sheet: Sheet) -> Iterator[tuple[NotebookNode, str]]:
    """Each text of a sheet as handouts of any choice of its tasks have it.

    Of the first, which stands above all answers, not its plan of minutes.
    """
    for cell in (cell for cell in notebook.cells if cell.cell_type != "code"):
        named_there = [task for task in sheet.tasks if _without(cell, [task]) != cell.source]
        sizes = range(len(named_there) + 1)
        for left_out in chain.from_iterable(combinations(named_there, size) for size in sizes):
            yield cell, _without(cell, list(left_out))
    yield notebook.cells[-1], notebook.cells[-1].source + COUNTED


def _without(cell: NotebookNode, left_out: list[Task]) -> str:
    """The source of a cell where some tasks are not set."""
    source, role = cell.source, role_of(cell)
    for task in left_out:
        if task_of(cell) == task.id and role == "text":
            source = source.replace(task.facts, task.not_set, 1)
    asks = [one.id for one in left_out if re.search(rf"\b({one.id}|{one.function})\b", source)]
    needed = asks if role == QUESTION else []
    return f"{source}\n\n*It begins from {named(needed)}, not set here.*" if needed else source


def _plan(set_: list[Task], after: int) -> str:
    """What a sheet says of its minutes where only some of its tasks are set."""
    minutes = sum(task.minutes for task in set_)
    return (
        f"Plan **{minutes + after} minutes**: {minutes} for {named([task.id for task in set_])}, "
        f"which are set, {after} for what you play with at the end. Each other task says that it is not set."
    )


def _asked(questions: list[str]) -> str:
    """What a sheet says of its open questions."""
    if not questions:
        return "None of the open questions is set."
    return f"Of the open questions {'is' if len(questions) == 1 else 'are'} set: **{', '.join(questions)}**."


def page_of(stem: str, book: str) -> str:
    """The page of a chapter in a book at some address."""
    return f"{book.rstrip('/')}/{chapter(stem)}.html"


def sheet(path: Path, library: str = "", address: str = "", book: str = "") -> NotebookNode:
    """A released notebook with the cell that sets up before it.

    Args:
        path: of the released notebook.
        library: the version that is handed out with it.
        address, book: as for `handout`.
    Raises:
        NotebookError: it holds answers.
    """
    notebook = notebooks.read(path)
    for cell in notebook.cells:
        if BEGIN in cell.source or (role_of(cell) == "answer" and "NotYet(" not in cell.source):
            raise NotebookError(
                f"{path}, cell {cell.id}: holds an answer. A handout is made from released exercises: run "
                "`prpn-edu release solutions exercises`, and hand out the folder exercises"
            )
    folded = {"cellView": "form"}  # Colab shows the title and a button, and no code
    cell = nbformat.v4.new_code_cell(first_cell(library, address, book), id="set-up", metadata=folded)
    notebook.cells.insert(0, cell)
    return notebook


def first_cell(library: str = "", address: str = "", book: str = "") -> str:
    """The source of the cell that finds or installs the library, or exchanges that of an earlier handout."""
    source = (HERE / "first_cell.py.txt").read_text("utf-8").rstrip("\n")
    told = [library, address, book] if book else [library, address]
    given = ", ".join(map(repr, told)) if any(told) else ""
    return source.replace(CALL, f"print(set_up({given}))")
