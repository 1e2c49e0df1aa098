"""Which sheets are meant: numbers of chapters or names of notebooks, as people type them."""

from pathlib import Path

from prpn_course import notebooks
from prpn_course.task import NotebookError
from prpn_course.tasks import MODULES

ALL = "all"


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


def _stem(name: str) -> str:
    """The name of a sheet's notebook, without its ending."""
    bare = name.removesuffix(".ipynb")
    for stem in MODULES:
        number = stem.split("-")[0]
        if bare in (stem, number, number.lstrip("0")):
            return stem
    known = ", ".join(MODULES)
    raise NotebookError(f"--sheet {name}: no such sheet; give the number of one of {known}, or `{ALL}`")
