"""Scores as points with their intervals, in rows, beside lines that mark baselines."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture
from prpn_book.figures.plots import COLOURS, WIDTH, show, style
from prpn_book.rounding import rounded

SHAPES = "os^Dv"
DASHES = ["--", ":", "-.", (0, (6, 1, 1, 1, 1, 1))]


def dots(
    scores: Mapping[str, Mapping[str, tuple[float, float, float] | None]],
    axis: str,
    caption: str = "",
    lines: Mapping[str, float] | None = None,
    limits: tuple[float, float] | None = (0, 102),
    label: str = "",
    looks: Sequence[tuple[int, int]] = (),
) -> Picture:
    """Draw points with intervals; a single series has its numbers beside its points.

    Args:
        scores: series to row to (value, low, high), or None for no point; at most five series, all with the
            rows of the first.
        axis: what is measured, with its unit.
        caption: of the figure.
        lines: name to a value that all rows are compared with.
        limits: of the axis; None fits it to the points.
        label: a name for references.
        looks: for each series the number of its colour and of its mark; by default its own place, so that a
            second figure can keep the colours of a first.
    Returns:
        a `Picture` whose text alternative holds every number.
    Raises:
        ValueError: a series that has not the rows of the first.
    """
    names, count = list(next(iter(scores.values()))), len(scores)
    told = [f"{caption} {axis}.".strip()]
    with style():
        fig, ax = field(names, axis, lines or {}, 0.24 + 0.1 * max(count, 1 + bool(lines)), told)
        _points(ax, scores, names, lines, told, looks)
        finish(fig, ax, limits)
    return show(fig, "\n".join(told), caption, label)


def dots_in_panels(
    panels: Mapping[str, Mapping[str, Mapping[str, tuple[float, float, float]]]],
    axis: str,
    caption: str = "",
    limits: Mapping[str, tuple[float, float]] | None = None,
    label: str = "",
) -> Picture:
    """Draw fields of points one below the other, each with an axis of its own; all have the same series.

    Args:
        panels: title to scores; see `dots`.
        axis: what is measured, with its unit.
        caption: of the figure.
        limits: of the axis of each panel, by its title; the points decide where there are none.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative holds every number.
    Raises:
        ValueError: a series that has not the rows of the first.
    """
    first = next(iter(panels.values()))
    names = list(next(iter(first.values())))
    told = [f"{caption} {axis}.".strip()]
    with style():
        fig = Figure(figsize=(WIDTH, 1.2 + len(panels) * (0.55 + len(names) * (0.14 + 0.1 * len(first)))))
        fields = fig.subplots(len(panels), 1)
        for ax, (title, scores) in zip(fields, panels.items(), strict=True):
            ax.set_title(title, loc="left")
            ax.set_yticks([-row for row in range(len(names))], names)
            ax.set_ylim(0.5 - len(names), 0.5)
            ax.grid(axis="y", alpha=0.3)
            said: list[str] = []
            _points(ax, scores, names, None, said)
            told += [f"{title}, {line}" for line in said]
            if limits and title in limits:
                ax.set_xlim(*limits[title])
        fields[-1].set_xlabel(notation.signs(axis), loc="right")
        finish(fig, fields[0], None)
    return show(fig, "\n".join(told), caption, label)


def _points(
    ax,
    scores: Mapping[str, Mapping[str, tuple[float, float, float] | None]],
    names,
    lines,
    told: list[str],
    looks: Sequence[tuple[int, int]] = (),
):
    """The points of each series in the rows, told in words too."""
    count = len(scores)
    looks = looks or [(number, number) for number in range(count)]
    for number, (series, row_of) in enumerate(scores.items()):
        if list(row_of) != names:
            raise ValueError(f"series {series!r} has the rows {list(row_of)}, the first one {names}")
        words, (colour, mark) = [], looks[number]
        label = series if count > 1 else None
        for row, (name, point) in enumerate(row_of.items()):
            if point is None:
                continue
            value, low, high = point
            ax.errorbar(
                value,
                -row + 0.17 * ((count - 1) / 2 - number),
                xerr=[[value - low], [high - value]],
                fmt=SHAPES[mark],
                markersize=5,
                color=COLOURS[colour],
                label=label,
            )
            label = None  # named once
            shown = rounded(value, 1, longer=True)
            drawn = notation.signs(shown)
            if count == 1 and lines:  # on paper of its own, above the dot, since a line may run behind it
                paper = {"facecolor": "#ffffff", "edgecolor": "none", "pad": 0.3}
                place = {"textcoords": "offset points", "ha": "center", "va": "bottom", "bbox": paper}
                ax.annotate(drawn, (value, -row), (0, 4), **place)
            elif count == 1:
                ax.annotate(drawn, (high, -row), (6, 0), textcoords="offset points", va="center")
            if high > low:
                shown += f" ({rounded(low, 1, longer=True)} to {rounded(high, 1, longer=True)})"
            words.append(f"{name} {shown}")
        told.append(f"{series}: " + "; ".join(words))


def field(names: Sequence[str], axis: str, lines: Mapping[str, float], high: float, told: list[str]):
    """Empty rows, `high` inches each, and lines across them, which are told in words too."""
    fig = Figure(figsize=(WIDTH, 1.2 + len(names) * high))
    ax = fig.subplots()
    for number, (name, value) in enumerate(lines.items()):
        words = f"{name} {rounded(value, 1, longer=True)}"
        dash, colour = DASHES[number % len(DASHES)], COLOURS[(number + 5) % len(COLOURS)]
        ax.axvline(value, linestyle=dash, linewidth=1.2, color=colour, label=words)
        told.append(f"A line at {words}")
    ax.set_yticks([-row for row in range(len(names))], names)
    ax.set_ylim(0.5 - len(names), 0.5)
    ax.set_xlabel(notation.signs(axis), loc="right")  # a long one keeps inside
    ax.grid(axis="y", alpha=0.3)
    return fig, ax


def finish(fig: Figure, ax, limits: tuple[float, float] | None) -> None:
    """Set the axis, and name series and lines above the field."""
    if limits:
        ax.set_xlim(*limits)
    handles, words = ax.get_legend_handles_labels()
    if words:
        wide = max(map(len, words)) > 24
        fig.legend(handles, words, loc="outside upper left", ncols=1 if wide else 2, columnspacing=1)
