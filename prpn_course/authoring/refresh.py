"""Bring notebooks and their texts in step, run what is stale, and store what came out."""

from collections.abc import Iterable
from pathlib import Path

from prpn_course import notebooks
from prpn_course.authoring import pairs
from prpn_course.authoring.pairs import Side
from prpn_course.task import NotebookError


def find(paths: Iterable[Path]) -> list[Path]:
    """Return the notebooks among files and folders, and those that so far are texts only, in a fixed order.

    Raises:
        NotebookError: a path does not exist, is no notebook and no notebook's text, or nothing was found.
    """
    found = []
    for path in map(Path, paths):
        if path.is_file() and path.suffix == ".md" and path.parent.name == pairs.FOLDER:
            found.append(pairs.notebook_of(path))
            continue
        texts = (text for text in path.rglob(f"{pairs.FOLDER}/*.md") if notebooks.is_ours(text, path))
        alone = [own for own in map(pairs.notebook_of, texts) if not own.exists()]
        beside = notebooks.find([path]) if not alone or any(path.rglob("*.ipynb")) else []
        found += sorted(alone + beside)
    return list(dict.fromkeys(found))


def refresh(
    paths: Iterable[Path], timeout: int = 600, edited: bool = False, take: Side | None = None
) -> dict[Path, Side]:
    """Run notebooks again and store their outputs, normalised, beside texts that say the same.

    Nothing is written unless all of them could be read and run.

    Args:
        paths: notebooks, their texts, or folders of them.
        timeout: seconds that a cell may take.
        edited: run only the notebooks whose code was edited since it was last run.
        take: the half to follow where both were edited.
    Returns:
        the notebooks of which something was written, and which half was followed.
    Raises:
        NotebookError: names a notebook that cannot be read or run, or a pair whose halves were both edited.
    """
    ready = []
    for pair in [pairs.read(path, take) for path in find(paths)]:
        notebook = pair.wanted
        if not (edited and pair.runs_as_stored):
            try:
                notebooks.execute(notebook, pair.path.parent, timeout)
            except NotebookError as error:
                raise NotebookError(f"{pair.path}: {error}\nNo notebook was changed.") from None
        notebook = notebooks.normalise(notebook, pair.path.stem)
        text = pairs.to_text(notebook, pair.path)
        ready.append((pair, notebooks.dumps(pairs.stamped(notebook, text)), text))
    changed = {}
    for pair, stored, text in ready:
        place = pairs.text_of(pair.path)
        place.parent.mkdir(exist_ok=True)
        # The text first: should it end here, the pair is in step by content.
        wrote = [notebooks.write_text_if_new(text, place), notebooks.write_text_if_new(stored, pair.path)]
        if any(wrote):
            changed[pair.path] = pair.right
    return changed
