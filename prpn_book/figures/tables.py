"""Tables of numbers, as HTML for the page and as aligned text for everybody else."""

from collections.abc import Collection, Sequence
from fractions import Fraction
from html import escape

from prpn_book.figures import notation
from prpn_book.rounding import rounded


class Table:
    """A table with a caption, which the book numbers; "l_4" and "s~" are shown as in a formula.

    Args:
        columns: the heads.
        rows: cells, which are shown as `str` gives them; the first cell of a row is its head.
        caption: what the table shows.
        marked: numbers of the rows that the page sets off, counted from 0.
        label: a name for references, "tab-limits".
        folded: numbers of the rows that the page folds away below the table; the text keeps all in order.
        fold: what stands on the fold, "The rows that agree".
    Raises:
        ValueError: a row with another number of cells than there are columns.
    """

    def __init__(
        self,
        columns: Sequence[str],
        rows: Sequence[Sequence[object]],
        caption: str = "",
        marked: Collection[int] = (),
        label: str = "",
        folded: Collection[int] = (),
        fold: str = "More rows",
    ):
        for number, row in enumerate(rows):
            if len(row) != len(columns):
                raise ValueError(f"row {number} has {len(row)} cells, the table has {len(columns)} columns")
        self.columns = list(columns)
        self.rows = [[str(cell) for cell in row] for row in rows]
        self.caption = caption
        self.marked = frozenset(marked)
        self.label = label
        self.folded = frozenset(folded)
        self.fold = fold

    def __repr__(self):
        widths = [max(map(len, column)) for column in zip(self.columns, *self.rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in [self.columns, *self.rows]
        ]
        return "\n".join([self.caption, *lines] if self.caption else lines)

    def _repr_html_(self):
        caption = f"<caption>{notation.html(self.caption)}</caption>" if self.caption else ""
        name = f' data-label="{escape(self.label)}"' if self.label else ""
        numbers = range(len(self.rows))
        shown = self._part_html([n for n in numbers if n not in self.folded], caption, name)
        if not self.folded:
            return shown
        rest = self._part_html(sorted(self.folded))
        return f'{shown}<details class="prpn-fold"><summary>{escape(self.fold)}</summary>{rest}</details>'

    def _part_html(self, numbers: Sequence[int], caption: str = "", name: str = "") -> str:
        head = "".join(
            f'<th scope="col">{notation.html(cell)}</th>' if cell else "<td></td>" for cell in self.columns
        )
        body = "".join(map(self._row_html, numbers))
        table = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
        return f'<div class="prpn-scroll"><table class="prpn-table"{name}>{caption}{table}</table></div>'

    def _row_html(self, number: int) -> str:
        name, *cells = map(notation.html, self.rows[number])
        kind = ' class="prpn-marked"' if number in self.marked else ""
        data = "".join(f"<td>{cell}</td>" for cell in cells)
        return f'<tr{kind}><th scope="row">{name}</th>{data}</tr>'


def check_table(
    rows: Sequence[tuple[str, str, Fraction, float]], caption: str = "", digits: int = 4, label: str = ""
) -> Table:
    """Set what a source prints beside the exact value and the computed one.

    Args:
        rows: (name, printed, exact, computed), `printed` as the digits that stand in the source.
        caption: what the table shows.
        digits: of the computed column.
        label: a name for references.
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
    agree = [number for number in range(len(lines)) if number not in wrong] if wrong else []
    fold = f"{len(agree)} rows that agree"
    columns = ["", "printed", "exact", "computed", "verdict"]
    return Table(columns, lines, caption, wrong, label, folded=agree, fold=fold)


def _rounds_to(exact: Fraction, printed: str) -> bool:
    if "/" in printed:
        return Fraction(printed) == exact
    unit = Fraction(1, 10 ** _digits(printed))
    return abs(exact - Fraction(printed)) <= unit / 2


def _right(exact: Fraction, printed: str) -> str:
    return str(exact) if "/" in printed else rounded(exact, _digits(printed))


def _digits(printed: str) -> int:
    return len(printed.partition(".")[2])
