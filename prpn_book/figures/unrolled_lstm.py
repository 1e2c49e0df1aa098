"""An LSTM unrolled over a few words: memory runs along the top, and gates stand on it like valves."""

from collections.abc import Mapping, Sequence

from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SMALL, Sheet

LOWER, WORDS = 66, 142  # y of the lower lane, and of the words
FORGET, WRITE, JOIN = 38, 96, 118  # x within a step: the valves f and i, the sum
# x within a step with names, and with numbers: the valve o, the right edge of the box, the next step.
NAMED, NUMBERED = (160, 190, 210), (172, 216, 280)
KNOWN = ("f", "i", "o", "g", "c", "h")


def unrolled_lstm(
    words: Sequence[str],
    numbers: Sequence[Mapping[str, str]] | None = None,
    start: Mapping[str, str] | None = None,
    caption: str = "",
    label: str = "",
) -> Picture:
    """Draw an LSTM that reads words from left to right, one cell a word.

    Args:
        words: what is read, three at most if it is to fit a page; any short strings.
        numbers: for each word what stands at "f", "i", "o", "g", "c" and "h", as numbers; by default names.
        start: the numbers at "c" and "h" before the first word; by default names.
        caption: of the figure.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative holds the equations, and the numbers of every word.
    Raises:
        ValueError: no word, not one mapping for each word, or a word with some numbers and not all.
    """
    given = list(numbers) if numbers is not None else [{} for _ in words]
    if not words or len(given) != len(words):
        raise ValueError(f"expected numbers for each of {len(words)} words, got {len(given)}")
    if any(one and set(one) != set(KNOWN) for one in given):
        raise ValueError(f"a word needs a number for each of {', '.join(KNOWN)}, or none at all")
    sheet = Sheet()
    begin = {name: f"{name} = {start[name]}" if start else f"{name}_0" for name in "ch"}
    sheet.text(-6, -12, begin["c"], "memory", "end")
    sheet.text(-6, LOWER - 16, begin["h"], "ink", "end")
    sheet.line([(-30, 0), (FORGET - 12, 0)], "memory", "thick")
    sheet.line([(-30, LOWER), (10, LOWER)], "ink")
    told = [*([caption] if caption else []), "c_t = f_t c_{t-1} + i_t g_t; h_t = o_t tanh(c_t)"]
    told.append(f"before the first word: {begin['c']}, {begin['h']}")
    for t, (word, one) in enumerate(zip(words, given, strict=True), 1):
        names = {name: f"{name} = {one[name]}" if one else f"{name}_{t}" for name in KNOWN}
        places = NUMBERED if one else NAMED
        _step(sheet, (t - 1) * places[-1], word, names, places, last=t == len(words))
        told.append(f"{word}: {', '.join(names.values())}")
    return picture(sheet, "\n".join(told), caption, label)


def _step(
    sheet: Sheet, x: float, word: str, names: Mapping[str, str], places: tuple[int, int, int], last: bool
) -> None:
    """One cell, its left edge at x."""
    show, edge, wide = places
    sheet.box(x + 6, -44, edge - 6, LOWER + 88, "rule", "outline", corner=12)
    end = x + wide + (20 if last else FORGET - 12)
    sheet.arrow((x + FORGET + 12, 0), (x + JOIN - 12, 0), "memory", "thick")
    if last:
        sheet.arrow((x + JOIN + 12, 0), (end, 0), "memory", "thick")
    else:
        sheet.line([(x + JOIN + 12, 0), (end, 0)], "memory", "thick")
    sheet.text(x + show + 4, -12, names["c"], "memory")
    # what is written: the box g, the valve i, up to the sum
    sheet.box(x + 9, LOWER - 14, 62, 28, "word", share=0.14, corner=4)
    sheet.text(x + 40, LOWER + 5, names["g"], "word", size=SMALL)
    sheet.line([(x + 71, LOWER), (x + WRITE - 12, LOWER)], "word", "thick")
    sheet.line([(x + WRITE + 12, LOWER), (x + JOIN, LOWER)], "word", "thick")
    sheet.arrow((x + JOIN, LOWER), (x + JOIN, 12), "word", "thick")
    sheet.arrow((x + 40, WORDS - 16), (x + 40, LOWER + 16), "word")
    sheet.text(x + 40, WORDS, word, "word")
    # what is shown: down through the tanh and the valve o, and on to the next cell
    sheet.line([(x + show, 0), (x + show, LOWER - 12)], "memory")
    sheet.box(x + show - 18, 16, 36, 20, "paper", corner=5)
    sheet.box(x + show - 18, 16, 36, 20, "memory", "outline", corner=5)
    sheet.text(x + show, 30, "tanh", "memory", size=SMALL)
    after = x + wide + (20 if last else 10)
    sheet.arrow((x + show + 12, LOWER), (after, LOWER), "ink")
    sheet.text(x + (edge + wide + 6) / 2, LOWER - 16, names["h"], "ink", kind="halo")
    for at, y, name, above in ((FORGET, 0, "f", True), (WRITE, LOWER, "i", False), (show, LOWER, "o", False)):
        _valve(sheet, x + at, y, names[name], above)
    sheet.dot(x + JOIN, 0, 11, "paper")
    sheet.dot(x + JOIN, 0, 11, "memory", "outline")
    sheet.text(x + JOIN, 5, "+", "memory", kind="bold")


def _valve(sheet: Sheet, x: float, y: float, name: str, above: bool) -> None:
    """A product with a gate, and the gate above it or below."""
    sheet.dot(x, y, 12, "paper")
    sheet.dot(x, y, 12, "gate", share=0.1)
    sheet.dot(x, y, 12, "gate", "outline")
    sheet.text(x, y + 5, "\u00d7", "gate", kind="bold")
    sheet.text(x, y - 20 if above else y + 30, name, "gate")
