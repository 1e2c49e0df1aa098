"""Curves over steps or epochs, and grids of numbers, each with its numbers as text."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from prpn_edu.figures.picture import Picture, show, style
from prpn_edu.rounding import rounded

LINES = ["-", "--", ":", "-."]
POINTS = ["o", "s", "^", "D", "v", "x"]


def curves(
    lines: Mapping[str, Sequence[float]],
    x: Sequence[float],
    axes: tuple[str, str],
    title: str = "",
    digits: int = 2,
    log: bool = False,
) -> Picture:
    """Draw curves over common positions; each has a colour, a line style and a mark of its own.

    Args:
        lines: name to one number for each position.
        x: the positions.
        axes: what stands at the horizontal and at the vertical axis.
        title: of the picture.
        digits: of the numbers in the text alternative; on a logarithmic axis, of their mantissas.
        log: a logarithmic vertical axis.
    Returns:
        a `Picture` whose text alternative holds every number.
    Raises:
        ValueError: a curve that has not one number for each position.
    """
    for name, values in lines.items():
        if len(values) != len(x):
            raise ValueError(f"curve {name!r} has {len(values)} numbers for {len(x)} positions")
    with style():
        fig = Figure(figsize=(6.4, 3.4))
        ax = fig.subplots()
        for number, (name, values) in enumerate(lines.items()):
            look = {"linestyle": LINES[number % len(LINES)], "marker": POINTS[number % len(POINTS)]}
            ax.plot(x, values, label=name, markersize=4, **look)
        ax.set_xlabel(axes[0])
        ax.set_ylabel(axes[1])
        ax.set_title(title)
        if log:
            ax.set_yscale("log")
        ax.legend()
    heading = f"{title}. " if title else ""
    text = [f"{heading}{axes[1]} at {axes[0]} " + ", ".join(f"{value:g}" for value in x)]
    for name, values in lines.items():
        numbers = (scientific(v, digits) if log else rounded(v, digits) for v in values)
        text.append(f"{name}: " + ", ".join(numbers))
    return show(fig, "\n".join(text))


def grid(
    values: Sequence[Sequence[float]],
    rows: Sequence[str],
    columns: Sequence[str],
    title: str = "",
    digits: int = 1,
) -> Picture:
    """Draw a matrix of numbers as coloured squares: red below zero, blue above it.

    Args:
        values: one list of numbers for each row.
        rows: names of the rows.
        columns: names of the columns.
        title: of the picture.
        digits: of the numbers shown.
    Returns:
        a `Picture` whose text alternative holds every row.
    Raises:
        ValueError: the numbers do not fit the names.
    """
    if len(values) != len(rows) or any(len(row) != len(columns) for row in values):
        raise ValueError(f"expected {len(rows)} rows of {len(columns)} numbers")
    top = max(abs(value) for row in values for value in row) or 1.0
    with style():
        fig = Figure(figsize=(1.6 + 0.95 * len(columns), 0.9 + 0.36 * len(rows)))
        ax = fig.subplots()
        ax.imshow(values, cmap="RdBu", vmin=-top, vmax=top, aspect="auto")
        for r, row in enumerate(values):
            for c, value in enumerate(row):
                ink = "white" if abs(value) > 0.6 * top else "black"
                ax.text(c, r, rounded(value, digits), ha="center", va="center", fontsize=8, color=ink)
        ax.set_xticks(range(len(columns)), columns)
        ax.set_yticks(range(len(rows)), rows)
        ax.set_title(title)
        ax.spines[:].set_visible(False)
    named = (
        f"{name}: "
        + ", ".join(f"{column} {rounded(value, digits)}" for column, value in zip(columns, row, strict=True))
        for name, row in zip(rows, values, strict=True)
    )
    return show(fig, "\n".join([title, *named]))


def scientific(value: float, digits: int = 1) -> str:
    """Return a number as "9.8e-04", its mantissa rounded by `rounded`; "0" for zero."""
    if value == 0:
        return "0"
    exponent = int(f"{abs(value):e}".split("e")[1])
    mantissa = rounded(value / 10.0**exponent, digits)
    if mantissa.lstrip("-").startswith("10"):
        exponent += 1
        mantissa = rounded(value / 10.0**exponent, digits)
    return f"{mantissa}e{exponent:+03d}"
