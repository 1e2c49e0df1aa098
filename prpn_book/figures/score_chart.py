"""A span chart: a box for each stretch of words, over its middle, the whole sentence at the top."""

from collections.abc import Mapping, Sequence, Set

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SMALL, Sheet
from prpn_book.rounding import rounded

HIGH, DEEPEST = 44, 0.5  # a row of boxes; the most colour behind a number, so that ink reads on it


def score_chart(
    scores: Mapping[tuple[int, int], float],
    words: Sequence[str],
    caption: str = "",
    tree: Set[tuple[int, int]] = frozenset(),
    sums: Mapping[tuple[int, int], float] | None = None,
    second: str = "best sum",
    digits: int = 1,
    label: str = "",
) -> Picture:
    """Draw the scores of spans as a pyramid of boxes over the words.

    Args:
        scores: (start, end), end exclusive, to the score of the span; spans that are not named stay empty.
        words: n words.
        caption: of the figure.
        tree: the spans that stand in a tree; they have a thick frame.
        sums: span to a second number, written below the score: the best sum of a tree over the span.
        second: what the second number is, for the text alternative.
        digits: of the numbers shown.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative says every number, short spans first.
    Raises:
        ValueError: a span that does not lie within the words, or with fewer than two of them.
    """
    n = len(words)
    for start, end in [*scores, *tree, *(sums or {})]:
        if not 0 <= start < end - 1 < n:
            raise ValueError(f"({start}, {end}) is no span of two words or more within {n} words")
    top = max(map(abs, scores.values()), default=1) or 1
    column = max(52.0, *(notation.width(word, 14) + 12 for word in words))
    sheet, told = Sheet(), [caption] if caption else []
    for start, end in sorted(scores, key=lambda span: (span[1] - span[0], span)):
        score, inside = scores[start, end], (start, end) in tree
        x, y = column * (start + end - 1) / 2, HIGH * (n - end + start)
        concept = "negative" if score < 0 else "positive"
        sheet.box(x + 2, y + 2, column - 4, HIGH - 4, concept, "fill", DEEPEST * abs(score) / top, 4)
        if inside:
            sheet.box(x + 2, y + 2, column - 4, HIGH - 4, "tree", "outline thick", None, 4)
        shown = rounded(score, digits, longer=True)
        line = f"{' '.join(words[start:end])}: {shown}"
        lower = sums is not None and (start, end) in sums
        below, kind = 19 if lower else 27, "bold" if inside else ""
        sheet.text(x + column / 2, y + below, shown, size=SMALL, kind=kind)
        if sums is not None and lower:
            total = rounded(sums[start, end], digits, longer=True)
            sheet.text(x + column / 2, y + 35, f"({total})", size=SMALL)
            line += f", {second} {total}"
        told.append(line + (", in the tree" if inside else ""))
    for i, word in enumerate(words):
        sheet.text(column * (i + 0.5), HIGH * (n - 1) + 20, word, "word")
    return picture(sheet, "\n".join(told), caption, label)
