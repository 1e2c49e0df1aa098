"""Curves over steps or epochs, with their numbers as text."""

from collections.abc import Collection, Mapping, Sequence

from matplotlib.figure import Figure

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture
from prpn_book.figures.plots import COLOURS, WIDTH, show, style
from prpn_book.rounding import rounded

LINES = ["-", "--", ":", "-."]
POINTS = ["o", "s", "^", "D", "v", "x"]


def curves(
    lines: Mapping[str, Sequence[float]],
    x: Sequence[float],
    axes: tuple[str, str],
    caption: str = "",
    digits: int = 2,
    log: bool = False,
    label: str = "",
    marks: Mapping[str, float] | None = None,
    looks: Sequence[tuple[int, int]] = (),
    thin: Collection[str] = (),
) -> Picture:
    """Draw curves over common positions; each has a colour, a line style and a mark of its own.

    Args:
        lines: name to one number for each position.
        x: the positions.
        axes: what stands at the horizontal and at the vertical axis.
        caption: of the figure.
        digits: of the numbers in the text alternative; on a logarithmic axis, of their mantissas.
        log: a logarithmic vertical axis.
        label: a name for references.
        marks: name to a position that a dotted line marks.
        looks: for each curve the number of its colour, and of its line and mark; by default its own place.
        thin: names of curves that are drawn thinner and without marks.
    Returns:
        a `Picture` whose text alternative holds every number.
    Raises:
        ValueError: a curve that has not one number for each position.
    """
    for name, values in lines.items():
        if len(values) != len(x):
            raise ValueError(f"curve {name!r} has {len(values)} numbers for {len(x)} positions")
    with style():
        fig = Figure(figsize=(WIDTH, 2.7 + 0.17 * ((len(lines) + 1) // 2)))
        ax = fig.subplots()
        for number, (name, values) in enumerate(lines.items()):
            colour, kind = looks[number] if looks else (number, number)
            ax.plot(
                x,
                values,
                label=notation.signs(name),
                color=COLOURS[colour % len(COLOURS)],
                linestyle=LINES[kind % len(LINES)],
                marker="" if name in thin else POINTS[kind % len(POINTS)],
                markersize=4,
                linewidth=1 if name in thin else None,
            )
        if marks:  # their names stand above the curves
            low, high = ax.get_ylim()
            ax.set_ylim(low, high + (high - low) / 9)
        for name, place in (marks or {}).items():
            ax.axvline(place, linewidth=1, linestyle=":", color=ax.spines["left"].get_edgecolor())
            ax.annotate(
                name, (place, 1), (3, -3), ("data", "axes fraction"), textcoords="offset points", va="top"
            )
        ax.set_xlabel(notation.signs(axes[0]))
        ax.set_ylabel(notation.signs(axes[1]))
        if len(x) <= 9:
            ax.set_xticks(x)
        if log:
            ax.set_yscale("log")
        ax.grid(axis="y", linewidth=0.5)
        if len(lines) > 1:
            longest = max(map(len, lines))
            fig.legend(loc="outside upper left", ncols=2 if longest < 26 else 1, columnspacing=1.2)
    heading = f"{caption}. " if caption else ""
    text = [f"{heading}{axes[1]} at {axes[0]} " + ", ".join(f"{value:g}" for value in x)]
    for name, values in lines.items():
        numbers = (scientific(v, digits) if log else rounded(v, digits) for v in values)
        text.append(f"{name}: " + ", ".join(numbers))
    return show(fig, "\n".join(text), caption, label)


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
