"""Trees, drawn as in a grammar book: words on one line, brackets above them."""

from collections.abc import Sequence

from matplotlib.figure import Figure
from nltk import Tree

from prpn_edu.figures.picture import COLOURS, Picture, show, style

# The five sentiments, from very negative to very positive: dark ends, pale middle.
SENTIMENT = {"0": "#B2182B", "1": "#EF8A62", "2": "#F7F7F7", "3": "#67A9CF", "4": "#2166AC"}


def draw_tree(tree: Tree, title: str = "", labels: bool | None = None) -> Picture:
    """Draw one tree; see `draw_trees`."""
    return draw_trees([tree], [title], labels)


def draw_trees(trees: Sequence[Tree], titles: Sequence[str] = (), labels: bool | None = None) -> Picture:
    """Draw trees side by side.

    Args:
        trees: any branching; a node over a single word may be drawn as a labelled node or a bare leaf.
        titles: one for each tree, or none.
        labels: write the label at each node; when None, only labels other than "X" are written.
    Returns:
        a `Picture` whose text alternative is each title with its bracketing.
    Raises:
        ValueError: no tree, or not one title for each tree.
    """
    titles = list(titles) or [""] * len(trees)
    if not trees or len(titles) != len(trees):
        raise ValueError(f"expected one title for each tree: {len(trees)} trees, {len(titles)} titles")
    widths = [max(1.6, 0.72 * len(tree.leaves())) for tree in trees]
    height = 0.9 + 0.42 * max(tree.height() for tree in trees)
    with style():
        fig = Figure(figsize=(sum(widths), height))
        axes = fig.subplots(1, len(trees), squeeze=False, width_ratios=widths)[0]
        for ax, tree, title in zip(axes, trees, titles, strict=True):
            ax.set_title(title)
            ax.axis("off")
            _draw(ax, tree, labels)
    return show(fig, "\n".join(_alternative(tree, title) for tree, title in zip(trees, titles, strict=True)))


def _alternative(tree: Tree, title: str) -> str:
    return f"{title}: {bracketed(tree)}" if title else bracketed(tree)


def bracketed(tree: Tree | str) -> str:
    """The tree as brackets on one line; labels "X" are left out: ((the cat) sat)."""
    if not isinstance(tree, Tree):
        return str(tree)
    inside = " ".join(bracketed(child) for child in tree)
    label = "" if tree.label() == "X" else f"{tree.label()} "
    return f"({label}{inside})" if label or len(tree) > 1 else inside


def _draw(ax, tree: Tree, labels: bool | None) -> None:
    words = iter(range(len(tree.leaves())))

    def place(node) -> tuple[float, float]:
        """Draw the node and what is below it; return where it stands."""
        if not isinstance(node, Tree):
            x = next(words)
            ax.text(x, -0.25, node, ha="center", va="top")
            return x, 0.0
        below = [place(child) for child in node]
        x = sum(position for position, _ in below) / len(below)
        y = 1 + max(height for _, height in below)
        for child_x, child_y in below:
            ax.plot([x, child_x], [y, child_y], color="#444444", linewidth=1.2, zorder=1)
        text = node.label() if labels or (labels is None and node.label() != "X") else ""
        if text:
            _label(ax, x, y, text)
        else:
            ax.plot([x], [y], "o", color=COLOURS[0], markersize=4, zorder=2)
        return x, y

    _, top = place(tree)
    ax.set_xlim(-0.6, len(tree.leaves()) - 0.4)
    ax.set_ylim(-0.9, top + 0.5)


def _label(ax, x: float, y: float, text: str) -> None:
    colour = SENTIMENT.get(text, "white")
    ink = "white" if text in ("0", "4") else "black"
    box = {"boxstyle": "circle,pad=0.25", "facecolor": colour, "edgecolor": "#444444", "linewidth": 0.8}
    ax.text(x, y, text, ha="center", va="center", fontsize=8, color=ink, bbox=box, zorder=3)
