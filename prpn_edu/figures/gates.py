"""Pictures of gates: rows of aligned bars for one step, and the matrix of all steps."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from prpn_edu.figures.picture import COLOURS, MARKS, Picture, show, style
from prpn_edu.rounding import rounded


def gate_bars(
    rows: Mapping[str, Sequence[float]], words: Sequence[str], title: str = "", digits: int = 2
) -> Picture:
    """Draw quantities of one step t as rows of bars, one column for each position 0 .. t-1.

    Args:
        rows: name to t numbers in [0, 1].
        words: the t words at these positions.
        title: of the picture.
        digits: of the numbers shown.
    Returns:
        a `Picture` whose text alternative holds every number.
    Raises:
        ValueError: a row that has not one number for each word.
    """
    for name, values in rows.items():
        if len(values) != len(words):
            raise ValueError(f"row {name!r} has {len(values)} numbers for {len(words)} words")
    with style():
        fig = Figure(figsize=(1.6 + 0.9 * len(words), 0.4 + 0.85 * len(rows)))
        axes = fig.subplots(len(rows), 1, sharex=True, squeeze=False)[:, 0]
        for number, (ax, (name, values)) in enumerate(zip(axes, rows.items(), strict=True)):
            ax.bar(
                range(len(words)), values, 0.7, color=COLOURS[number], hatch=MARKS[number], edgecolor="white"
            )
            for i, value in enumerate(values):
                ax.text(i, value + 0.05, rounded(value, digits), ha="center", va="bottom", fontsize=8)
            ax.set_ylim(0, 1.35)
            ax.set_yticks([0, 1])
            ax.set_ylabel(name, rotation=0, ha="right", va="center")
        axes[-1].set_xticks(range(len(words)), [f"{i}\n{word}" for i, word in enumerate(words)])
        axes[0].set_title(title)
    lines = [
        f"{name}: " + ", ".join(rounded(value, digits) for value in values) for name, values in rows.items()
    ]
    heading = f"{title}. " if title else ""
    return show(fig, "\n".join([f"{heading}Positions: " + ", ".join(words), *lines]))


def gate_matrix(g, words: Sequence[str], title: str = "", digits: int = 2) -> Picture:
    """Draw a (T, T) matrix of gates: row t, a step; column i, the position that it looks at.

    Args:
        g: (T, T), numbers in [0, 1], entries with i >= t are not drawn.
        words: T words.
        title: of the picture.
        digits: of the numbers shown.
    Returns:
        a `Picture` whose text alternative holds every row.
    Raises:
        ValueError: g is not a square of len(words).
    """
    values = g.tolist()
    size = len(words)
    if len(values) != size or any(len(row) != size for row in values):
        raise ValueError(f"expected a square matrix for {size} words, got {len(values)} rows")
    with style():
        fig = Figure(figsize=(1.4 + 0.55 * size, 1.0 + 0.45 * size))
        ax = fig.subplots()
        drawn = [[v if i < t else float("nan") for i, v in enumerate(row)] for t, row in enumerate(values)]
        ax.imshow(drawn, cmap="Blues", vmin=0, vmax=1, aspect="auto")
        for t in range(size):
            for i in range(t):
                ink = "white" if values[t][i] > 0.6 else "black"
                ax.text(i, t, rounded(values[t][i], digits), ha="center", va="center", fontsize=7, color=ink)
        ax.set_xticks(range(size), words, rotation=45, ha="right")
        ax.set_yticks(range(size), words)
        ax.set_xlabel("position i")
        ax.set_ylabel("step t")
        ax.set_title(title)
        ax.spines[:].set_visible(False)
    lines = [
        f"{words[t]} looks at " + ", ".join(f"{words[i]} {rounded(values[t][i], digits)}" for i in range(t))
        for t in range(1, size)
    ]
    return show(fig, "\n".join([title, *lines]))
