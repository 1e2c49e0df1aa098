"""Blocks of ordered neurons: at each level, the words between one wipe and the next."""

from collections.abc import Sequence
from itertools import pairwise

from prpn_book.figures.neurons import LEAST, SHADE, WALL, between
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SMALL, Sheet
from prpn_book.figures.trees import word_places

ROW = 28  # of a level


def blocks(
    wipes: Sequence[int], words: Sequence[str], levels: int, caption: str = "", label: str = ""
) -> Picture:
    """Draw a block for each stretch of words over which a level is not wiped; the highest level on top.

    A word wipes its lowest levels, so the wall before it ends the blocks of these levels and no others.

    Args:
        wipes: for each word how many of the lowest levels it wipes.
        words: T words.
        levels: how many levels there are.
        caption: of the figure.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative lists the blocks of each level.
    Raises:
        ValueError: not one number for each word, or a number that is not 0 .. levels.
    """
    if len(wipes) != len(words) or not words:
        raise ValueError(f"expected one number for each word: {len(words)} words, {len(wipes)} numbers")
    if not all(0 <= wiped <= levels for wiped in wipes):
        raise ValueError(f"a word wipes 0 to {levels} levels, not {max(wipes, key=abs)}")
    places = word_places(words, least=LEAST)
    edges = between(words, places)
    sheet, told = Sheet(), []
    for level in reversed(range(levels)):
        starts = [0, *(t for t in range(1, len(words)) if wipes[t] > level), len(words)]
        top = -(level + 1) * ROW
        for a, b in pairwise(starts):
            corner, size = (edges[a] + 6, top + 4), (edges[b] - edges[a] - 12, ROW - 8)
            sheet.box(*corner, *size, "memory", share=0.3, corner=5)
            sheet.box(*corner, *size, "memory", "outline", corner=5)
        sheet.text(edges[0] - 14, top + ROW / 2 + 5, f"level {level}", "memory", "end", SMALL)
        told.append(f"level {level}: " + " | ".join(" ".join(words[a:b]) for a, b in pairwise(starts)))
    for t, (word, wiped) in enumerate(zip(words, wipes, strict=True)):
        sheet.box(edges[t] - WALL / 2, -wiped * ROW, WALL, wiped * ROW, "word", share=SHADE, corner=2)
        sheet.text(places[t], 18, word, "word")
    sheet.line([(edges[0], 0), (edges[-1], 0)], "rule")
    return picture(sheet, "\n".join([*([caption] if caption else []), *told]), caption, label)
