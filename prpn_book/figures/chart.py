"""A chart: one square for each span of a sentence, the deeper its colour the likelier the span."""

from collections.abc import Sequence, Set
from itertools import pairwise

from nltk import Tree

from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import MARGIN, SIZE, SMALL, Sheet
from prpn_book.figures.trees import hang, word_places
from prpn_book.rounding import rounded
from prpn_edu import trees

LEAST, TALL, DEEPEST = 46, 24, 0.5  # room of a word, height of a row, the most colour behind a number


def span_chart(
    chances: Sequence[Sequence[float]],
    words: Sequence[str],
    caption: str = "",
    tree: Tree | None = None,
    digits: int = 2,
    label: str = "",
) -> Picture:
    """Draw the chance of each span as a triangle above the words; with a tree, that tree and its spans.

    Args:
        chances: (n, n+1) numbers in [0, 1], entry (start, end) of the span words[start:end], as
            `TreeDistribution.marginals` gives them; those of fewer than two words are not read.
        words: n words, at least two.
        caption, label: of the figure.
        tree: drawn over the chart; the squares of its spans are framed.
        digits: of the numbers shown.
    Returns:
        a `Picture` whose text alternative holds the chance of each span, the likeliest first, and the tree.
    Raises:
        ValueError: not one row for each word, a number outside [0, 1], or a tree over other words.
    """
    one, said = chart(chances, words, tree, digits)
    return picture(one, f"{caption}\n{said}".strip(), caption, label)


def span_charts(
    charts: dict[str, Sequence[Sequence[float]]],
    words: Sequence[str],
    caption: str = "",
    marked: Sequence[Tree] = (),
    digits: int = 2,
    across: int = 2,
    label: str = "",
) -> Picture:
    """Draw titled charts over the same words, `across` in a row, with a tree over each, if given.

    A title may have a second line. Charts in a single row may stand below each other on a narrow page.
    """
    if len(marked) not in (0, len(charts)):
        raise ValueError(f"expected one tree for each of {len(charts)} charts, got {len(marked)}")
    sheet, told, top, left, deepest = Sheet(), [caption] if caption else [], 0.0, 0.0, 0.0
    single = 1 < len(charts) <= across
    for k, (title, chances) in enumerate(charts.items()):
        if k and k % across == 0:
            top, left = deepest + 2 * SIZE, 0.0
        one, said = chart(chances, words, marked[k] if marked else None, digits)
        x = one.extent[0]
        for line, part in enumerate(title.split("\n")):
            kind = "" if line else "bold"
            one.text(x, (2 + 1.3 * line) * SIZE, part, anchor="start", kind=kind)
        right = one.extent[2]
        sheet.add(one, left - x, top - (one.extent[1] if not single else 0), alone=single)
        left += right - x + 2 * SIZE
        deepest = max(deepest, sheet.extent[3] + MARGIN)
        told.append(f"{title.replace(chr(10), ', ')}: {said}")
    return picture(sheet, "\n".join(told), caption, label)


def chart(chances, words, tree: Tree | None, digits: int) -> tuple[Sheet, str]:
    """The squares on a sheet of their own, the words at y = 0, and what they say as text."""
    n = len(words)
    table = [[float(value) for value in row] for row in chances]
    if n < 2 or len(table) != n or any(len(row) != n + 1 for row in table):
        raise ValueError(f"expected chances (n, n+1) of at least two words, {n} here")
    framed: Set[tuple[int, int]] = frozenset() if tree is None else trees.spans(tree)
    if tree is not None and trees.words(tree) != list(words):
        raise ValueError(f"the tree stands over {trees.words(tree)}, the chart over {list(words)}")
    sheet, told, places = Sheet(), [], word_places(words, LEAST)
    edges = [places[0] - (places[1] - places[0]) / 2, *((a + b) / 2 for a, b in pairwise(places))]
    edges.append(2 * places[-1] - edges[-1])
    for start in range(n):
        for end in range(start + 2, n + 1):
            value = table[start][end]
            if not -1e-6 <= value <= 1 + 1e-6:
                raise ValueError(f"the chance of span ({start}, {end}) is {value}: it must lie in [0, 1]")
            middle, y = (edges[start] + edges[end]) / 2, -12 - TALL * (end - start - 1)
            box = (middle - LEAST / 2 + 1, y, LEAST - 2, TALL - 2)
            sheet.box(*box, "tree", "fill", DEEPEST * min(1.0, max(0.0, value)), 3)
            if (start, end) in framed:
                sheet.box(*box, "tree", "outline", corner=3)
            sheet.text(middle, y + 16, shown := rounded(value, digits, longer=True), size=SMALL)
            told.append((-round(value, 6), start, end, f"{' '.join(words[start:end])} {shown}"))
    for x, word in zip(places, words, strict=True):
        sheet.text(x, 6, word, "word")
    said = "; ".join(text for *_, text in sorted(told))
    if tree is None:
        return sheet, said
    hang(sheet, tree, places, -18 - TALL * (n - 1))
    return sheet, f"{said}\ntree: {trees.bracketed(tree)}"
