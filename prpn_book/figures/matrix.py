"""Matrices of numbers: one square a number, the stronger the colour the larger the number."""

from collections.abc import Sequence

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet
from prpn_book.rounding import rounded

ROW, DEEPEST = 26, 0.42  # height of a row; the most colour behind a number, so that ink reads on it


def matrix(
    values: Sequence[Sequence[float | None]],
    rows: Sequence[str],
    columns: Sequence[str],
    caption: str = "",
    axes: tuple[str, str] = ("", ""),
    digits: int = 2,
    concept: str | Sequence[str] = "",
    top: float | None = None,
    label: str = "",
    least: float = 38,
) -> Picture:
    """Draw a matrix as squares with their numbers.

    Args:
        values: one list of numbers for each row; None, or a number that is nan, leaves a square empty.
        rows: names of the rows.
        columns: names of the columns.
        caption: of the figure.
        axes: what the rows and what the columns count, ("step t", "position i").
        digits: of the numbers shown.
        concept: one colour for all, or one for each row; without it, numbers below zero and above it have a
            colour each.
        top: the number that is shown in full colour; the largest by default.
        label: a name for references.
        least: the width of a square, where its text needs no more.
    Returns:
        a `Picture` whose text alternative holds every row.
    Raises:
        ValueError: the numbers do not fit the names.
    """
    values = [[None if v is None or v != v else v for v in row] for row in values]
    if len(values) != len(rows) or any(len(row) != len(columns) for row in values):
        raise ValueError(f"expected {len(rows)} rows of {len(columns)} numbers")
    sheet = Sheet()
    cells(sheet, values, rows, columns, axes, digits, concept, top, least)
    told = []
    for name, row in zip(rows, values, strict=True):
        shown = [f"{c} {rounded(v, digits)}" for c, v in zip(columns, row, strict=True) if v is not None]
        told += [f"{name}: {', '.join(shown)}"] if shown else []
    return picture(sheet, "\n".join([caption, *told]), caption, label)


def grid(
    values: Sequence[Sequence[float | None]],
    rows: Sequence[str],
    columns: Sequence[str],
    caption: str = "",
    digits: int = 1,
    label: str = "",
) -> Picture:
    """Draw a matrix of numbers below and above zero; see `matrix`."""
    return matrix(values, rows, columns, caption, digits=digits, label=label)


def cells(
    sheet: Sheet,
    values: Sequence[Sequence[float | None]],
    rows: Sequence[str],
    columns: Sequence[str],
    axes: tuple[str, str] = ("", ""),
    digits: int = 2,
    concept: str | Sequence[str] = "",
    top: float | None = None,
    least: float = 38,
) -> None:
    """Draw the squares, numbers and names of `matrix` on a sheet, the first square's corner at (0, 0)."""
    shown = [["" if v is None else rounded(v, digits) for v in row] for row in values]
    top = top or max((abs(v) for row in values for v in row if v is not None), default=1) or 1
    texts = [*columns, *(text for row in shown for text in row)]
    wide = max(least, 12 + max(notation.width(text, SMALL) for text in texts))
    for r, (name, row) in enumerate(zip(rows, values, strict=True)):
        sheet.text(-8, r * ROW + 18, name, "word", "end")
        for c, value in enumerate(row):
            if value is None:
                continue
            own = concept if isinstance(concept, str) else concept[r]
            colour = own or ("negative" if value < 0 else "positive")
            share = DEEPEST * min(1, abs(value) / top)
            sheet.box(c * wide + 1, r * ROW + 1, wide - 2, ROW - 2, colour, "fill", share, 3)
            sheet.text(c * wide + wide / 2, r * ROW + 18, shown[r][c], size=SMALL)
    for c, name in enumerate(columns):
        sheet.text(c * wide + wide / 2, len(rows) * ROW + 16, name, "word", size=SMALL)
    left = sheet.extent[0]
    if axes[1]:
        sheet.text(len(columns) * wide / 2, len(rows) * ROW + 36, axes[1], size=SIZE)
    if axes[0]:
        sheet.text(left, -8, axes[0], anchor="start")
