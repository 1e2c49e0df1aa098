"""Tables of numbers, as HTML for the page and as aligned text for everybody else."""

from collections.abc import Sequence
from fractions import Fraction
from html import escape

from prpn_edu.figures import notation
from prpn_edu.rounding import rounded


class Table:
    """A table with a caption, which the book numbers; "l_4" and "s~" are shown as in a formula.

    Args:
        columns: the heads.
        rows: cells as strings; the first cell of a row is its head.
        caption: what the table shows.
        marked: numbers of the rows that the page sets off, counted from 0.
        label: a name for references, "tab-limits".
    Raises:
        ValueError: a row with another number of cells than there are columns.
    """

    def __init__(
        self, columns: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "", marked=(), label=""
    ):
        for number, row in enumerate(rows):
            if len(row) != len(columns):
                raise ValueError(f"row {number} has {len(row)} cells, the table has {len(columns)} columns")
        self.columns = list(columns)
        self.rows = [[str(cell) for cell in row] for row in rows]
        self.caption = caption
        self.marked = frozenset(marked)
        self.label = label

    def __repr__(self):
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in [self.columns, *self.rows]
        ]
        return "\n".join([self.caption, *lines] if self.caption else lines)

    def _repr_html_(self):
        caption = f"<caption>{notation.html(self.caption)}</caption>" if self.caption else ""
        head = "".join(
            f'<th scope="col">{notation.html(cell)}</th>' if cell else "<td></td>" for cell in self.columns
        )
        body = "".join(self._row_html(number) for number in range(len(self.rows)))
        table = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
        name = f' data-label="{escape(self.label)}"' if self.label else ""
        return f'<div class="prpn-scroll"><table class="prpn-table"{name}>{caption}{table}</table></div>'

    def _row_html(self, number: int) -> str:
        name, *cells = map(notation.html, self.rows[number])
        kind = ' class="prpn-marked"' if number in self.marked else ""
        data = "".join(f"<td>{cell}</td>" for cell in cells)
        return f'<tr{kind}><th scope="row">{name}</th>{data}</tr>'


def check_table(
    rows: Sequence[tuple[str, str, Fraction, float]], caption: str = "", digits: int = 4
) -> Table:
    """Set what a source prints beside the exact value and the computed one.

    Args:
        rows: (name, printed, exact, computed), `printed` as the digits that stand in the source.
        caption: what the table shows.
        digits: of the computed column.
    Returns:
        a table with a verdict: "agrees" when the printed digits are the exact value, correctly rounded to
        as many digits, and the computed value lies within 1e-6 of the exact one.
    """
    lines = []
    for name, printed, exact, computed in rows:
        exact = Fraction(exact)
        verdict = "agrees" if _rounds_to(exact, printed) else f"should be {_right(exact, printed)}"
        if abs(float(exact) - float(computed)) > 1e-6:
            verdict = "the library differs from the exact value"
        lines.append([name, printed, str(exact), rounded(computed, digits), verdict])
    wrong = [number for number, line in enumerate(lines) if line[-1] != "agrees"]
    return Table(["", "printed", "exact", "computed", "verdict"], lines, caption, wrong)


def _rounds_to(exact: Fraction, printed: str) -> bool:
    if "/" in printed:
        return Fraction(printed) == exact
    unit = Fraction(1, 10 ** _digits(printed))
    return abs(exact - Fraction(printed)) <= unit / 2


def _right(exact: Fraction, printed: str) -> str:
    return str(exact) if "/" in printed else rounded(exact, _digits(printed))


def _digits(printed: str) -> int:
    return len(printed.partition(".")[2])
