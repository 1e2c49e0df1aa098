"""Trees, drawn as in a grammar book: words on one line, brackets with square corners above them."""

from collections.abc import Sequence, Set

from nltk import Tree

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet
from prpn_edu import trees as shapes

# The five sentiments, from very negative to very positive: the colour, and how much of it.
SENTIMENT = {
    "0": ("negative", 0.5),
    "1": ("negative", 0.25),
    "2": ("word", 0.0),
    "3": ("positive", 0.25),
    "4": ("positive", 0.5),
}
LEVEL, RADIUS = 30, 10  # pixels from a bracket to the next, and of a labelled node
GAP = 16  # between words, and GAP * 2 between trees
ASLANT = 32  # from a word set aslant to the next


def draw_tree(
    tree: Tree,
    caption: str = "",
    labels: bool | None = None,
    marked: Set[tuple[int, int]] = frozenset(),
    label: str = "",
) -> Picture:
    """Draw one tree; see `draw_trees`."""
    sheet = Sheet()
    _draw(sheet, tree, labels, marked)
    return picture(sheet, _alternative(tree, caption, marked), caption, label)


def draw_trees(
    trees: Sequence[Tree],
    titles: Sequence[str] = (),
    labels: bool | None = None,
    marked: Sequence[Set[tuple[int, int]]] | None = None,
    caption: str = "",
    label: str = "",
    across: int = 0,
    cross: bool = True,
    slanted: bool = False,
) -> Picture:
    """Draw trees side by side.

    Args:
        trees: any branching; a node over a single word may be drawn as a labelled node or a bare leaf.
        titles: one for each tree, or none.
        labels: write the label at each node; when None, only labels other than "X" are written.
        marked: for each tree the spans (start, end) whose brackets are drawn as wrong: dashed, with a cross.
        caption: of the figure.
        label: a name for references.
        across: how many stand in a row; 0 for all of them.
        cross: say that the marked brackets are wrong; False only dashes them.
        slanted: words are set aslant, so that a long remark fits a phone.
    Returns:
        a `Picture` whose text alternative is each title with its bracketing.
    Raises:
        ValueError: no tree, or not one title or one set of spans for each tree.
    """
    titles = list(titles) or [""] * len(trees)
    marked = [frozenset()] * len(trees) if marked is None else list(marked)
    if not trees or len(titles) != len(trees):
        raise ValueError(f"expected one title for each tree: {len(trees)} trees, {len(titles)} titles")
    if len(marked) != len(trees):
        raise ValueError(f"expected one set of spans for each tree: {len(trees)} trees, {len(marked)} sets")
    drawn = []
    for tree, title, wrong in zip(trees, titles, marked, strict=True):
        one = Sheet()
        _draw(one, tree, labels, wrong, cross, slanted)
        if title:
            one.text(one.extent[0], 2 * SIZE + 2, title, anchor="start", kind="bold")
        drawn.append(one)
    tall = max(one.extent[3] - one.extent[1] for one in drawn) + 2 * SIZE
    sheet, right = Sheet(), 0.0
    for k, one in enumerate(drawn):
        left, _, end, _ = one.extent
        right = 0.0 if across and k % across == 0 else right
        sheet.add(one, right - left, tall * (k // across if across else 0), alone=not across)
        right += end - left + 2 * GAP
    told = map(_alternative, trees, titles, marked)
    return picture(sheet, "\n".join(told), caption, label)


def _alternative(tree: Tree, title: str, wrong: Set[tuple[int, int]]) -> str:
    told = f"{title}: {shapes.bracketed(tree)}" if title else shapes.bracketed(tree)
    words = shapes.words(tree)
    named = [" ".join(words[start:end]) for start, end in sorted(wrong)]
    return f"{told}\nmarked: {'; '.join(named)}" if named else told


def word_places(words: Sequence[str], least: float = 30) -> list[float]:
    """The middle of each word on a line, so that no two touch; `least` is the room of the shortest."""
    places, x = [], 0.0
    for word in words:
        room = max(least, notation.width(word, SIZE) + GAP)
        places.append(x + room / 2)
        x += room
    return places


def _draw(
    sheet: Sheet,
    tree: Tree,
    labels: bool | None,
    marked: Set[tuple[int, int]],
    cross: bool = True,
    slanted: bool = False,
) -> None:
    words = shapes.words(tree)
    places = [ASLANT * k for k in range(len(words))] if slanted else word_places(words)
    hang(sheet, tree, places, -SIZE, labels, marked, cross=cross)
    for x, word in zip(places, words, strict=True):
        if slanted:
            sheet.aslant(x + 5, 4, word, "word")
        else:
            sheet.text(x, 4, word, "word")


def hang(
    sheet: Sheet,
    tree: Tree,
    places: Sequence[float],
    base: float,
    labels: bool | None = None,
    marked: Set[tuple[int, int]] = frozenset(),
    level: float = LEVEL,
    cross: bool = True,
) -> None:
    """Draw the brackets of a tree above a line.

    Args:
        sheet: to draw on.
        tree: to draw.
        places: x of each word.
        base: y of the line; the lowest brackets stand one level above it.
        labels: as in `draw_trees`.
        marked: spans that are drawn as wrong.
        level: pixels from a bracket to the next.
        cross: as in `draw_trees`.
    """

    def place(node, start: int) -> tuple[float, float, int]:
        """Draw what is below a node and its bracket; return where it stands and where its words end."""
        if not isinstance(node, Tree):
            return places[start], base, start + 1
        below, end = [], start
        for child in node:
            x, y, end = place(child, end)
            below.append((x, y))
        x = (below[0][0] + below[-1][0]) / 2
        y = min(height for _, height in below) - level
        wrong = (start, end) in marked
        concept, kind = ("error" if cross else "tree", "thick dashed") if wrong else ("tree", "")
        if len(below) > 1:
            first, last = below[0], below[-1]
            sheet.line([(first[0], first[1]), (first[0], y), (last[0], y), (last[0], last[1])], concept, kind)
        for child_x, child_y in below[1:-1] if len(below) > 1 else below:
            sheet.line([(child_x, y), (child_x, child_y)], concept, kind)
        written = node.label() if labels or (labels is None and node.label() != "X") else ""
        if written:
            nodes.append((x, y, written))
        elif wrong and cross:
            sheet.text(x + 10, y - 5, "\u2717", "error", kind="bold")
        elif len(below) > 1:
            sheet.dot(x, y, 3, "tree")
        return x, y, end

    nodes: list[tuple[float, float, str]] = []
    place(tree, 0)
    for x, y, written in nodes:
        _label(sheet, x, y, written)


def _label(sheet: Sheet, x: float, y: float, written: str) -> None:
    concept, share = SENTIMENT.get(written, ("tree", 0.0))
    wide = max(2 * RADIUS, notation.width(written, SMALL) + 8)
    for filled, kind in (("paper", "fill"), (concept, "fill"), (concept, "outline")):
        if not (filled == concept and kind == "fill" and share == 0):
            sheet.box(
                x - wide / 2,
                y - RADIUS,
                wide,
                2 * RADIUS,
                filled,
                kind,
                share if filled == concept and kind == "fill" else None,
                RADIUS,
            )
    sheet.text(x, y + 4.5, written, size=SMALL)
