"""A record card and its remark: a box for each field, and links from the fields to the words they wrote.

A long remark stands in two lines, above and below the card, so that a phone shows it whole.
"""

from collections.abc import Mapping, Sequence

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet
from prpn_book.figures.trees import word_places
from prpn_book.rounding import rounded

CONCEPTS = ("limit", "gate", "tree", "attention", "memory")
HIGH, DROP, GAP, PAD = 62, 72, 12, 9  # of a box; from the boxes to the words; between and around boxes
LONG = 8  # words in one line
LEAST, THICK = 0.05, 9  # a link is drawn from this weight on; its width for weight 1


def record_card(
    fields: Mapping[str, str],
    words: Sequence[str],
    links: Sequence[Sequence[float]],
    caption: str = "",
    label: str = "",
    digits: int = 2,
) -> Picture:
    """Draw a record, its remark, and how much of each word comes from which field.

    Args:
        fields: from a field's name to what stands in it; at most five. What follows two spaces stands below.
        words: the T words of the remark.
        links: T rows, one number in [0, 1] for each field, with a sum of at most 1; the rest is glue. A link
            is as wide as its number; below 0.05 none is drawn.
        caption: of the figure.
        label: a name for references.
        digits: of the numbers shown.
    Returns:
        a `Picture` whose text alternative holds every field, word and link.
    Raises:
        ValueError: no field or more than five, not one row a word and one number a field, or numbers that
            are no shares.
    """
    if not 1 <= len(fields) <= len(CONCEPTS):
        raise ValueError(f"a card has 1 to {len(CONCEPTS)} fields, not {len(fields)}")
    rows = [list(map(float, row)) for row in links]
    if len(rows) != len(words) or any(len(row) != len(fields) for row in rows):
        raise ValueError(f"expected a row for each of {len(words)} words, {len(fields)} numbers in each")
    if any(min(row) < 0 or sum(row) > 1 + 1e-6 for row in rows):
        raise ValueError("the links of a word are shares of 1: from 0 up, with a sum of at most 1")
    sheet, cut = Sheet(), 0 if len(words) <= LONG else (len(words) + 1) // 2
    middles = _boxes(sheet, fields, 0)
    for above, part in ((True, slice(0, cut)), (False, slice(cut, None))):
        if words[part]:
            _line(sheet, middles, words[part], rows[part], above, digits)
    told = [caption] if caption else []
    told.append("record: " + ", ".join(f"{name} = {value}" for name, value in fields.items()))
    for word, row in zip(words, rows, strict=True):
        drawn = [
            f"{name} {rounded(weight, digits, longer=True)}"
            for name, weight in zip(fields, row, strict=True)
            if weight >= LEAST
        ]
        told.append(f"{word}: {', '.join(drawn) or 'glue'}")
    return picture(sheet, "\n".join(told), caption, label)


def _line(
    sheet: Sheet,
    middles: Sequence[float],
    words: Sequence[str],
    rows: Sequence[Sequence[float]],
    above: bool,
    digits: int,
) -> None:
    """A line of words, above the card or below it, with their links and the numbers of these."""
    places = word_places(words, least=40)
    shift = (places[0] + places[-1]) / 2
    start, foot, named = (0, -DROP, []) if above else (HIGH, HIGH + DROP, [])
    for place, row in zip(places, rows, strict=True):
        for middle, concept, weight in zip(middles, CONCEPTS, row, strict=False):
            if weight >= LEAST:
                _ribbon(sheet, (middle, start), (place - shift, foot), max(THICK * weight, 1), concept)
        best = max(range(len(row)), key=row.__getitem__)
        strong = row[best] > 0.51  # at a tie the word belongs to no field
        named.append([best] if strong else [f for f, weight in enumerate(row) if weight >= LEAST])
    most = max(map(len, named))
    for place, word, row, fields in zip(places, words, rows, named, strict=True):
        strong = len(fields) == 1 and row[fields[0]] > 0.51
        y = foot - 8 - 16 * most if above else foot + 18
        sheet.text(place - shift, y, word, CONCEPTS[fields[0]] if strong else "word", kind="bold" * strong)
        for line, f in enumerate(fields):
            shown = rounded(row[f], digits, longer=True)
            sheet.text(place - shift, y + 18 + 16 * line - 2 * above, shown, CONCEPTS[f], size=SMALL)


def _boxes(sheet: Sheet, fields: Mapping[str, str], middle: float) -> list[float]:
    """The card, its boxes side by side around the middle; the middle of each box."""
    widths = [
        max(notation.width(name, SMALL), *(1.06 * notation.width(p, SIZE) for p in value.split("  ")), 44)
        + 2 * PAD
        for name, value in fields.items()
    ]
    x = middle - (sum(widths) + GAP * (len(widths) - 1)) / 2
    middles = []
    for (name, value), concept, wide in zip(fields.items(), CONCEPTS, widths, strict=False):
        sheet.box(x, 0, wide, HIGH, concept, "fill", 0.12, 5)
        sheet.box(x, 0, wide, HIGH, concept, "outline", None, 5)
        lines = value.split("  ")
        top = 17 if len(lines) > 1 else 25
        sheet.text(x + wide / 2, top, name, "word", size=SMALL)
        for k, part in enumerate(lines):
            sheet.text(x + wide / 2, top + 18 * (k + 1), part, concept, kind="bold")
        middles.append(x + wide / 2)
        x += wide + GAP
    return middles


def _ribbon(
    sheet: Sheet, top: tuple[float, float], foot: tuple[float, float], wide: float, concept: str
) -> None:
    """A band between two points, equally wide whichever way it leans."""
    (x, y), (u, v) = top, foot
    length = ((u - x) ** 2 + (v - y) ** 2) ** 0.5
    a, b = wide / 2 * (v - y) / length, wide / 2 * (u - x) / length
    sheet.polygon([(x - a, y + b), (x + a, y - b), (u + a, v - b), (u - a, v + b)], concept)
