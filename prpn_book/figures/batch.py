"""A batch as the rectangle that a machine reads: sentences below each other, padding hatched."""

from collections.abc import Sequence

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet

ROW = 28


def batch_grid(
    sentences: Sequence[Sequence[str]],
    caption: str = "",
    axes: tuple[str, str] = ("sentence $b$", "position $t$"),
    columns: Sequence[str] = (),
    label: str = "",
) -> Picture:
    """Draw sentences as one rectangle, as wide as the longest.

    Args:
        sentences: words, or any short strings such as "S" and "R".
        caption: of the figure.
        axes: what the rows and what the columns count.
        columns: names of the columns; their numbers by default.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative holds every row, and how many cells are padding.
    Raises:
        ValueError: no sentence, or not one name for each column.
    """
    size = max((len(sentence) for sentence in sentences), default=0)
    names = list(columns) or [str(t) for t in range(size)]
    if not size or len(names) != size:
        raise ValueError(
            f"expected {size} names of columns, got {len(names)}"
            if size
            else "a batch needs a sentence with a word"
        )
    wides = [
        max(
            34,
            *(notation.width(s[t], SIZE) + 14 for s in sentences if t < len(s)),
            14 + notation.width(names[t], SMALL),
        )
        for t in range(size)
    ]
    lefts = [sum(wides[:t]) for t in range(size)]
    sheet = Sheet()
    for b, sentence in enumerate(sentences):
        y = b * ROW
        for t, (x, wide) in enumerate(zip(lefts, wides, strict=True)):
            if t < len(sentence):
                sheet.box(x + 1, y + 1, wide - 2, ROW - 2, "word", share=0.14, corner=3)
                sheet.text(x + wide / 2, y + 19, sentence[t], "word")
            else:
                sheet.box(x + 1, y + 1, wide - 2, ROW - 2, "rule", "rising", corner=3)
        sheet.text(-8, y + 19, str(b), "word", "end", SMALL)
    for x, wide, name in zip(lefts, wides, names, strict=True):
        sheet.text(x + wide / 2, len(sentences) * ROW + 16, name, "word", size=SMALL)
    sheet.text(-18, -8, axes[0], anchor="start")
    sheet.text(sum(wides) / 2, len(sentences) * ROW + 36, axes[1])
    padding = sum(size - len(sentence) for sentence in sentences)
    lines = [f"{b}: {' '.join(sentence)}" for b, sentence in enumerate(sentences)]
    told = f"{padding} of {size * len(sentences)} cells are padding"
    return picture(sheet, "\n".join([*([caption] if caption else []), *lines, told]), caption, label)
