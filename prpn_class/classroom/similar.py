"""Which answers are alike beyond what is usual in a class: pairs for a person to look at, and nothing more.

Notebooks are read in the sandbox, as for grading; no cell is run.
"""

from pathlib import Path

from prpn_class.classroom.passages import Pair, compare, lines_with
from prpn_class.grading import handed_in, pages, reports
from prpn_class.grading.plan import released
from prpn_class.grading.staff import copied, stubs_and_hints
from prpn_class.grading.tokens import LONGEST, identical, is_cut
from prpn_class.handout.archive import first_cell
from prpn_class.sandbox import confinement
from prpn_class.sandbox.archives import SubmissionError
from prpn_class.sandbox.jail import Limits
from prpn_class.sandbox.library import folder_of
from prpn_class.sandbox.submission import Released
from prpn_class.sandbox.worker import Worker
from prpn_course import notebooks
from prpn_course.authoring.release import exercise
from prpn_course.notebooks import role_of, task_of
from prpn_course.task import NotebookError
from prpn_course.tasks import chosen, find_sheet, follow
from prpn_edu import files

HEADINGS = ("one", "the other", "rare passages in common", "share of the smaller", "tasks")
TABLE, PAGE = "similar.csv", "similar.html"
HELPERS = "other cells"
LEAST, SHARE, MOST = 15.0, 0.5, 30  # passages, share, pairs that are named
SHOWN, WIDEST = 300, 200  # lines of one answer, characters of a line
LIBRARY = ("loops", "latent", "composition", "evaluation", "training")  # where answers stand
HERE = Path(__file__).parent


def similar(
    submissions: Path, solution: Path, out: Path, trust: bool = False
) -> tuple[list[Pair], list[str]]:
    """Compare a class on one sheet, and write a table and a page for the staff.

    Args:
        submissions: a folder with a folder, an archive or a notebook for each student.
        solution: of the sheet.
        out: the folder to write; an older one of the same kind is replaced, anything else is left alone.
        trust: read without the sandbox where there is none.
    Returns:
        the pairs that are named, and the students whose notebooks could not be read.
    Raises:
        NotebookError: no submissions, no sandbox, or a place that is taken.
    """
    if not files.is_free(out, TABLE):
        raise NotebookError(
            f"{out}: exists and is none of ours; give --out the name of a folder that is free"
        )
    trouble = confinement.trouble()
    if trouble and not trust:
        raise NotebookError(f"notebooks cannot be read in a sandbox: {trouble}. Cure: {confinement.cure()}")
    notebook = notebooks.read(solution)
    published = {str(task_of(cell)): cell.source for cell in notebook.cells if role_of(cell) == "answer"}
    handed_out = exercise(notebook)
    follow(solution.stem, [cell.source for cell in notebook.cells if cell.cell_type == "code"])
    known = released(handed_out, find_sheet(solution.stem))
    hidden = (submissions, out, solution)
    with Worker((), Limits(), confined=not trouble, hidden=hidden) as worker:
        answers = _answers(submissions, known, worker)
    unread = [name for name, found in answers.items() if found is None]
    read = {name: found for name, found in answers.items() if found is not None}
    places = [*(folder_of("prpn_edu") / part for part in LIBRARY), folder_of("prpn_course") / "tasks"]
    library = [path for place in places for path in sorted(place.rglob("*.py"))]
    given = [cell.source for cell in (*notebook.cells, *handed_out.cells)]
    given += [first_cell(), first_cell("", "https://"), *(path.read_text("utf-8") for path in library)]
    pairs = compare(read, given)
    alike = [pair for pair in pairs if pair.weight >= LEAST and pair.share >= SHARE]
    named = alike[:MOST]
    with files.new_folder(out) as folder:
        handed_in.keep_out(folder)
        (folder / TABLE).write_text(table(pairs), "utf-8-sig", newline="")
        drawn = ", ".join(chosen(solution.stem))
        hints = stubs_and_hints(handed_out, drawn)
        notes = [*copies(read, published, drawn, hints), *_notes(alike, read, unread)]
        (folder / PAGE).write_text(page(solution.stem, named, read, notes), "utf-8")
    return named, unread


def _answers(submissions: Path, known: Released, worker: Worker) -> dict[str, dict[str, str] | None]:
    """The answers of each student to each task, read in the sandbox; None where it could not read them.

    Raises:
        NotebookError: the sandbox failed, whoever it is.
    """
    found: dict[str, dict[str, str] | None] = {}
    for entry in handed_in.entries(submissions):
        found[entry.name] = None
        try:
            cells = handed_in.read_apart(handed_in.files(entry), known, worker).own
        except SubmissionError:
            continue
        by_task = {
            task: [cell.source for cell in cells if cell.tasks[:1] == some]
            for task, some in [*((task, (task,)) for task in known.functions), (HELPERS, ())]
        }
        found[entry.name] = {task: "\n\n".join(sources) for task, sources in by_task.items()}
    return found


def copies(
    answers: dict[str, dict[str, str]],
    published: dict[str, str],
    drawn: str = "",
    hints: dict[str, str] | None = None,
) -> list[str]:
    """A line for each whose answers are those of the published solution, or of the one that was drawn."""
    found = []
    for name, by_task in answers.items():
        found += [f"{name}: {said}." for said in copied(*identical(by_task, published, hints), drawn)]
    return found


def table(pairs: list[Pair]) -> str:
    """Every pair that has anything in common, a line each, the most alike first."""
    rows = [
        (pair.first, pair.second, f"{pair.weight:.1f}", f"{pair.share:.2f}", ", ".join(pair.tasks))
        for pair in pairs
    ]
    return reports.table([HEADINGS, *rows])


def _notes(alike: list[Pair], answers: dict[str, dict[str, str]], unread: list[str]) -> list[str]:
    """What was not compared, or not in whole, or is not shown."""
    long = [name for name, by_task in answers.items() if any(map(is_cut, by_task.values()))]
    return [
        said
        for said, number in (
            (
                f"Not compared, because no notebook of this sheet could be read: {', '.join(unread)}.",
                len(unread),
            ),
            (f"Compared in their first {LONGEST} tokens only, look: {', '.join(long)}.", len(long)),
            (
                f"{len(alike) - MOST} more pairs have as much in common; they are in {TABLE}.",
                max(0, len(alike) - MOST),
            ),
        )
        if number
    ]


def page(stem: str, named: list[Pair], answers: dict[str, dict[str, str]], notes: list[str]) -> str:
    """The pairs that are named, with their answers side by side."""
    made = pages.environment(pages.printable, True, HERE / "templates")
    shown = [
        {"pair": pair, "tasks": [_side_by_side(pair, task, answers) for task in pair.tasks]} for pair in named
    ]
    title = f"Answers that are alike: {stem}"
    return made.get_template("similar.html.j2").render(
        title=title, pairs=shown, number=len(answers), notes=notes, least=LEAST, share=SHARE
    )


def _side_by_side(pair: Pair, task: str, answers: dict[str, dict[str, str]]) -> dict:
    """Both answers to one task, each line with whether a passage in common touches it."""
    wanted = {passage for name, passage in pair.passages if name == task}
    sides = []
    for name in (pair.first, pair.second):
        source = answers[name][task]
        touched = lines_with(source, wanted)
        lines = enumerate(source.split("\n")[:SHOWN])
        sides.append({"name": name, "lines": [(number in touched, line[:WIDEST]) for number, line in lines]})
    return {"name": task, "sides": sides}
