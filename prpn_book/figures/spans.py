"""The spans of two trees as bars below their words: which were found, which missed, which are wrong."""

from collections.abc import Sequence, Set
from itertools import pairwise

from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SMALL, Sheet
from prpn_book.figures.trees import word_places

ROW, TALL = 26, 16  # from a bar to the next, and height of a bar
# What is said of a span: its sign, its colour, how it is filled.
VERDICTS = {
    "hit": ("\u2713", "tree", "fill"),
    "wrong": ("\u2717", "error", "rising"),
    "missed": ("\u2013", "word", "outline"),
    "left out": ("", "rule", "outline"),
}


def span_bars(
    predicted: Set[tuple[int, int]],
    gold: Set[tuple[int, int]],
    words: Sequence[str],
    caption: str = "",
    keep_root: bool = True,
    label: str = "",
) -> Picture:
    """Draw every span of two trees as a bar below its words, with what it counts in F1.

    Args:
        predicted: (start, end) of each span that the parser claims, end exclusive.
        gold: the spans of the gold tree.
        words: of the sentence.
        caption: of the figure.
        keep_root: count the span over all words; otherwise it is drawn as left out.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative says of each span whether it is a hit, wrong or missed, and counts.
    Raises:
        ValueError: a span that is not one of these words'.
    """
    whole = (0, len(words))
    for start, end in sorted(predicted | gold):
        if not 0 <= start < end <= len(words):
            raise ValueError(f"span ({start}, {end}) does not lie within {len(words)} words")
    sheet, told = Sheet(), []
    places = word_places(words, least=40)
    middles = [0.0, *((a + b) / 2 for a, b in pairwise(places))]
    edges = [*middles, 2 * places[-1] - middles[-1]]  # between the words, and at both ends
    for x, word in zip(places, words, strict=True):
        sheet.text(x, 0, word, "word")
    counts = dict.fromkeys(VERDICTS, 0)
    ordered = sorted(predicted | gold, key=lambda span: (span[1] - span[0], span))
    for row, (start, end) in enumerate(ordered):
        span, y = (start, end), 14 + ROW * row
        verdict = "hit" if span in predicted & gold else "wrong" if span in predicted else "missed"
        if span == whole and not keep_root:
            verdict = "left out"
        counts[verdict] += 1
        sign, concept, kind = VERDICTS[verdict]
        left, wide = edges[start] + 3, edges[end] - edges[start] - 6
        sheet.box(left, y, wide, TALL, concept, kind, 0.3 if kind == "fill" else None, 3)
        sheet.text(-10, y + 13, f"({start}, {end})", "word", "end", SMALL)
        said = "ink" if verdict == "left out" else concept
        sheet.text(edges[-1] + 10, y + 13, f"{sign} {verdict}".strip(), said, "start", SMALL)
        told.append(f"({start}, {end}) {' '.join(words[start:end])}: {verdict}")
    hits = counts["hit"]
    total = f"hits {hits}, predicted {hits + counts['wrong']}, gold {hits + counts['missed']}"
    sheet.text(edges[0] + 3, 14 + ROW * len(ordered) + 14, total, anchor="start", kind="bold")
    return picture(sheet, "\n".join([*([caption] if caption else []), *told, total]), caption, label)
