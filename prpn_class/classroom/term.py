"""A table over the term: the marks of several sheets side by side, a line a person."""

import csv
import io
from pathlib import Path

from prpn_class.classroom.marks import HEADINGS, decimal, shown
from prpn_class.grading import reports
from prpn_course.task import NotebookError


def term(tables: list[Path]) -> str:
    """Join tables that `prpn-edu marks` wrote without --into.

    Args:
        tables: one for each sheet; a column is called as its file is.
    Returns:
        the table: id, name, the mark of each sheet ("" for nothing handed in or not graded), their sum, what
            it could be.
    Raises:
        NotebookError: a file is no such table, two have one name, or a person stands twice in one.
    """
    titles = [path.stem for path in tables]
    if len(set(titles)) < len(titles):
        raise NotebookError(f"two tables are called alike ({', '.join(titles)}); rename one")
    names: dict[str, str] = {}
    given: dict[str, dict[str, float | None]] = {title: {} for title in titles}
    most: list[float] = []
    for title, path in zip(titles, tables, strict=True):
        rows = _rows(path)
        most.append(max((float(row["of"]) for row in rows), default=0.0))
        for row in rows:
            if row["id"] in given[title]:
                raise NotebookError(f"{path}: has {row['id']} twice; let one line stand")
            names[row["id"]] = row["name"]
            given[title][row["id"]] = float(row["mark"]) if row["mark"] else None
    rows_out: list[list[str]] = [["id", "name", *titles, "sum", "of"]]
    for one in sorted(names, key=lambda one: (names[one].casefold(), one)):
        marks = [given[title].get(one) for title in titles]
        rows_out.append(
            [one, names[one], *map(shown, marks), decimal(sum(filter(None, marks))), decimal(sum(most))]
        )
    return reports.table(rows_out)


def _rows(path: Path) -> list[dict[str, str]]:
    """The lines of a table of marks.

    Raises:
        NotebookError: it is none, or cannot be read.
    """
    try:
        text = path.read_text("utf-8-sig")
        rows = list(csv.DictReader(io.StringIO(text, newline="")))
        for row in rows:
            float(row["mark"] or 0), float(row["of"])
    except OSError as error:
        raise NotebookError(f"{path}: cannot be opened ({error.strerror})") from None
    except (KeyError, ValueError, TypeError, csv.Error):
        wanted = ", ".join(HEADINGS)
        raise NotebookError(
            f"{path}: is no table of `prpn-edu marks` without --into, whose columns are {wanted}"
        ) from None
    return rows
