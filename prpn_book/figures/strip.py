"""A point for each seed, in rows: what an average and a deviation alone would hide."""

import statistics
from collections.abc import Mapping, Sequence

from prpn_book.figures import notation
from prpn_book.figures.dots import SHAPES, field, finish
from prpn_book.figures.picture import Picture
from prpn_book.figures.plots import COLOURS, show, style
from prpn_book.rounding import rounded


def strip(
    runs: Mapping[str, Sequence[float]],
    axis: str,
    caption: str = "",
    lines: Mapping[str, float] | None = None,
    limits: tuple[float, float] | None = None,
    label: str = "",
    looks: Sequence[tuple[int, int]] = (),
    means: bool = False,
) -> Picture:
    """Draw a point for each seed, and under them their mean with one standard deviation to each side.

    Args:
        runs: row to one number for each seed; a single one has no mean.
        axis: what is measured, with its unit.
        caption: of the figure.
        lines: name to a value that all rows are compared with.
        limits: of the axis; None fits it to the points.
        label: a name for references.
        looks: for each row the number of its colour and of its mark, as in `dots`; by default all are alike.
        means: write each mean beside it.
    Returns:
        a `Picture` whose text alternative holds every number.
    Raises:
        ValueError: a row without a number.
    """
    told = [f"{caption} {axis}.".strip()]
    with style():
        fig, ax = field(list(runs), axis, lines or {}, 0.42, told)
        for row, (name, values) in enumerate(runs.items()):
            if not values:
                raise ValueError(f"row {name!r} has no number: give it one for each seed")
            heights = [-row + 0.08 + 0.1 * (k % 3) for k in range(len(values))]  # points that meet stay apart
            colour, mark = looks[row] if looks else (0, 0)
            ax.plot(sorted(values), heights, SHAPES[mark], markersize=4, alpha=0.8, color=COLOURS[colour])
            words = "seeds " + ", ".join(rounded(value, 1, longer=True) for value in sorted(values))
            if len(values) > 1:
                mean, spread = statistics.fmean(values), statistics.stdev(values)
                ax.errorbar(mean, -row - 0.2, xerr=spread, fmt="D", markersize=5, capsize=3, color=COLOURS[3])
                if means:
                    place = {"textcoords": "offset points", "va": "center"}
                    shown = notation.signs(rounded(mean, 1, longer=True))
                    ax.annotate(shown, (mean + spread, -row - 0.2), (5, 0), **place)
                words = f"mean {rounded(mean, 1, longer=True)} ± {rounded(spread, 1, longer=True)}; {words}"
            told.append(f"{name}: {words}")
        finish(fig, ax, limits)
    return show(fig, "\n".join(told), caption, label)
