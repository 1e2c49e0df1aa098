"""Which sheets are meant: numbers of chapters or names of notebooks, as people type them."""

from pathlib import Path

from prpn_course import notebooks
from prpn_course.authoring.questions import HEADING, QUESTION
from prpn_course.task import NotebookError, points
from prpn_course.tasks import MODULES, find_sheet

ALL, NONE = "all", "none"


def choose(wanted: list[str] | None, folder: Path) -> list[Path]:
    """The notebooks of some sheets in a folder of exercises or solutions.

    Args:
        wanted: "7", "07", "07-prpn-gates", "07-prpn-gates.ipynb", or "all" for every sheet that is there.
            None will do where there is only one.
        folder: of notebooks, or one notebook.
    Raises:
        NotebookError: nothing was chosen among several, a name fits no sheet, or its notebook is not there.
    """
    if not folder.exists():
        raise NotebookError(
            f"{folder}: no such notebook or folder; start the command in the folder of the course, or say "
            "where its exercises or solutions are (--exercises, --solutions)"
        )
    there = {path.stem: path for path in notebooks.find([folder])}
    if wanted is None and len(there) > 1:
        raise NotebookError(
            f"which sheet? Say --sheet 7, or several, or --sheet all. A sheet that is graded and was not "
            f"handed in counts as nothing, so only those that were due are to be graded. {folder} holds "
            f"{', '.join(there)}"
        )
    if wanted is None:
        return list(there.values())
    if wanted == [ALL]:
        return [there[stem] for stem in MODULES if stem in there]
    chosen = [_stem(name) for name in wanted]
    for stem in chosen:
        if stem not in there:
            raise NotebookError(f"{folder}: holds no {stem}.ipynb; it holds {', '.join(there)}")
    return [there[stem] for stem in dict.fromkeys(chosen)]


def counted(
    chosen: list[Path], core: bool = False, tasks: list[str] | None = None, without: list[str] | None = None
) -> list[str] | None:
    """The ids of the tasks that count; None where all do.

    Args:
        chosen: the sheets.
        core: those of the class core alone.
        tasks: these alone.
        without: all but these.
    Raises:
        NotebookError: no such task in these sheets, or none is left.
    """
    if not (core or tasks or without):
        return None
    there = [task for path in chosen for task in find_sheet(path.stem).tasks]
    known = [task.id for task in there]
    for name in (*(tasks or ()), *(without or ())):
        if name not in known:
            raise NotebookError(f"{name}: no task of these sheets; they have {', '.join(known)}")
    left = [
        task.id
        for task in there
        if (task.core or not core) and (not tasks or task.id in tasks) and task.id not in (without or ())
    ]
    for path in chosen:
        if not any(task.id in left for task in find_sheet(path.stem).tasks):
            raise NotebookError(f"no task of {path.stem} is left; do not name that sheet")
    return left


def asked(path: Path, set_: list[str] | None = None) -> list[str]:
    """The open questions of a sheet's notebook, each with its points; of these, where some are set, those."""
    there = _headings(path).items()
    return [f"{one} with {points(worth)}" for one, worth in there if set_ is None or one in set_]


def questions(chosen: list[Path], wanted: list[str] | None) -> list[str] | None:
    """The ids of the open questions that are set; None where nothing is said of them.

    Args:
        chosen: the sheets.
        wanted: ids, or "none".
    Raises:
        NotebookError: no such question in these sheets.
    """
    if wanted is None or wanted == [NONE]:
        return None if wanted is None else []
    known = [one for path in chosen for one in _headings(path)]
    for one in wanted:
        if one not in known:
            raise NotebookError(f"{one}: no open question of these sheets; they have {', '.join(known)}")
    return wanted


def _headings(path: Path) -> dict[str, int]:
    """The points of the open questions of a sheet's notebook, by their ids."""
    texts = (cell.source for cell in notebooks.read(path).cells if notebooks.role_of(cell) == QUESTION)
    return {found["id"]: int(found["points"]) for found in filter(None, map(HEADING.fullmatch, texts))}


def _stem(name: str) -> str:
    """The name of a sheet's notebook, without its ending."""
    bare = name.removesuffix(".ipynb")
    for stem in MODULES:
        number = stem.split("-")[0]
        if bare in (stem, number, number.lstrip("0")):
            return stem
    known = ", ".join(MODULES)
    raise NotebookError(f"--sheet {name}: no such sheet; give the number of one of {known}, or `{ALL}`")
