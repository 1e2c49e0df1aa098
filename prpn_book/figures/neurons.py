"""Ordered neurons along a sentence: how much each level keeps at each word, and the wall that this makes."""

from collections.abc import Sequence
from itertools import pairwise

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet
from prpn_book.figures.trees import word_places
from prpn_book.rounding import rounded

TALLEST, ROW, LEAST = 150, 26, 54  # of all levels together; of one level with its number; width of a word
WALL, SHADE = 7, 0.75  # width of a wall, and how much of its colour
DEEPEST = 0.42  # the most colour behind a number, so that ink reads on it


def neurons(
    forget: Sequence[Sequence[float]],
    words: Sequence[str],
    caption: str = "",
    digits: int | None = 2,
    label: str = "",
    ordered: bool = True,
    marks: Sequence[str] = (),
    narrow: float | None = None,
) -> Picture:
    """Draw a master forget gate at every word: a column of levels, the highest on top.

    The stronger the colour, the more of the level is kept. The wall before a word is as high as the share of
    the column that is forgotten, d = 1 - mean: it closes the blocks of colour that reach up to it.

    Args:
        forget: for each word m numbers in [0, 1], the lowest level first; at most six where they are shown.
        words: T words.
        caption: of the figure.
        digits: of the numbers in the squares, and of d; None leaves out those in the squares.
        label: a name for references.
        ordered: False for neurons in no order, which have neither levels nor walls.
        marks: names of the lowest rows, the lowest first, to speak of neurons in no order.
        narrow: the width of every column; the words then stand on two lines by turns.
    Returns:
        a `Picture` whose text alternative holds every word's distance, and the gates that are shown.
    Raises:
        ValueError: not as many gates as words, or words with different numbers of levels.
    """
    gates = [[float(share) for share in column] for column in forget]
    if len(gates) != len(words) or not words:
        raise ValueError(f"expected one list of gates for each word: {len(words)} words, {len(gates)} lists")
    levels = len(gates[0])
    if any(len(column) != levels for column in gates) or not levels:
        raise ValueError("every word needs a gate for each level, and all as many")
    row = min(ROW, TALLEST / levels) if digits is None else ROW
    if narrow is None:
        places = word_places(words, least=LEAST)
        edges = between(words, places)
    else:
        places = [narrow * (t + 0.5) for t in range(len(words))]
        edges = [narrow * t for t in range(len(words) + 1)]
    sheet, told = Sheet(), []
    for t, (word, column) in enumerate(zip(words, gates, strict=True)):
        d = 1 - sum(column) / levels
        distance = rounded(d, digits or 2, longer=True)
        for k, share in enumerate(column):
            corner = edges[t] + 0.5, -(k + 1) * row + 0.5  # a thin line stays between two squares
            sheet.box(*corner, edges[t + 1] - edges[t] - 1, row - 1, "memory", share=DEEPEST * share)
            if digits is not None:
                sheet.text(places[t], -k * row - row / 2 + 5, rounded(share, digits), size=SMALL)
        sheet.text(places[t], 35 if narrow and t % 2 else 18, word, "word")
        if not ordered:
            shares = (rounded(share, digits or 2, longer=True) for share in column)
            told.append(f"{word}: kept {', '.join(shares)}")
            continue
        tall = d * levels * row
        sheet.box(edges[t] - WALL / 2, -tall, WALL, tall, "word", share=SHADE, corner=2)
        sheet.text(places[t], 35, distance, "word", size=SMALL)
        kept = "" if digits is None else "; kept " + ", ".join(rounded(share, digits) for share in column)
        told.append(f"{word}: d {distance}{kept}")
    sheet.line([(edges[0], 0), (edges[-1], 0)], "rule")
    for k, mark in enumerate(marks):
        sheet.text(edges[0] - 14, -k * row - row / 2 + 5, mark, "memory", "end", SMALL, "bold")
    if marks:
        told.insert(0, f"the lowest rows, from below: {', '.join(marks)}")
    if ordered:
        sheet.text(edges[0] - 14, -(levels - 1) * row - row / 2 + 5, "highest", "memory", "end", SMALL)
        sheet.text(edges[0] - 14, -row / 2 + 5, "lowest", "memory", "end", SMALL)
        sheet.text(edges[0] - 14, 35, "$d$", "word", "end")
    return picture(sheet, "\n".join([caption or "Ordered neurons", *told]), caption, label)


def between(words: Sequence[str], places: Sequence[float]) -> list[float]:
    """Where the columns of T words meet, and both outer edges: no word is wider than its column, (T + 1,)."""
    first, last = (max(LEAST / 2, notation.width(word, SIZE) / 2 + 5) for word in (words[0], words[-1]))
    return [places[0] - first, *((a + b) / 2 for a, b in pairwise(places)), places[-1] + last]
