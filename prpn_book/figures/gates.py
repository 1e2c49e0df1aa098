"""Pictures of gates: rows of aligned bars for one step, and the matrix of all steps."""

import re
from collections.abc import Mapping, Sequence

from prpn_book.figures import notation
from prpn_book.figures.matrix import cells
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import HATCHES, SMALL, Sheet
from prpn_book.figures.trees import word_places
from prpn_book.rounding import rounded

# A row takes the colour of the concept that its name speaks of: its symbol's, in "s~, before the gates"; else
# that of the first word found.
SPOKEN = {
    "attention": "attention",
    "gate": "gate",
    "limit": "limit",
    "score": "tree",
    "alpha": "memory",
    "going on": "memory",
    "memory": "memory",
    "p(": "limit",
    "s~": "attention",
    "g": "gate",
    "s": "attention",
    "d": "tree",
}
HEIGHT = 44  # of a bar for 1


def gate_bars(
    rows: Mapping[str, Sequence[float]],
    words: Sequence[str],
    caption: str = "",
    digits: int = 2,
    label: str = "",
    numbered: bool = True,
    above: bool = False,
) -> Picture:
    """Draw quantities of one step t as rows of bars, one column for each position 0 .. t-1.

    Args:
        rows: name to t numbers in [0, 1]; as many rows as wanted.
        words: the t words at these positions.
        caption: of the figure.
        digits: of the numbers shown.
        label: a name for references.
        numbered: the columns are positions, whose numbers stand under the words.
        above: the names stand above their rows, which leaves a phone room for more columns.
    Returns:
        a `Picture` whose text alternative holds every number.
    Raises:
        ValueError: a row that has not one number for each word.
    """
    for name, values in rows.items():
        if len(values) != len(words):
            raise ValueError(f"row {name!r} has {len(values)} numbers for {len(words)} words")
    sheet, lines = Sheet(), []
    widest = max(
        notation.width(rounded(value, digits), SMALL) for values in rows.values() for value in values
    )
    places = word_places(words, least=max(46, widest + 8))
    left, right = places[0] - 26, places[-1] + 26
    pitch = HEIGHT + (48 if above else 26)
    taken: dict[str, int] = {}
    for row, (name, values) in enumerate(rows.items()):
        ground = (row + 1) * pitch
        concept = concept_of(name)
        hatch = [None, *HATCHES][taken.get(concept, 0) % (len(HATCHES) + 1)]
        taken[concept] = taken.get(concept, 0) + 1
        shown = [rounded(value, digits) for value in values]
        for x, value, text in zip(places, values, shown, strict=True):
            tall = HEIGHT * max(0.0, min(1.0, float(value)))
            if hatch:
                sheet.box(x - 15, ground - tall, 30, tall, concept, hatch)
            else:
                sheet.box(x - 15, ground - tall, 30, tall, concept)
            sheet.text(x, ground - tall - 4, text, size=SMALL)
        sheet.line([(left, ground), (right, ground)], "rule")
        if above:
            sheet.text(left, ground - HEIGHT - 22, name, concept, "start")
        else:
            sheet.text(left - 8, ground - HEIGHT / 3, name, concept, "end")
        lines.append(f"{name}: {', '.join(shown)}")
    foot = len(rows) * pitch
    for i, (x, word) in enumerate(zip(places, words, strict=True)):
        sheet.text(x, foot + 18, word, "word")
        if numbered:
            sheet.text(x, foot + 35, str(i), "word", size=SMALL)
    heading, columns = f"{caption}. " if caption else "", "Positions" if numbered else "Columns"
    return picture(sheet, "\n".join([f"{heading}{columns}: {', '.join(words)}", *lines]), caption, label)


def concept_of(name: str) -> str:
    """The concept whose colour a quantity of this name takes; "word" for any other."""
    spoken = name.lower()
    symbol = spoken.split(",")[0]
    if symbol in SPOKEN:
        return SPOKEN[symbol]
    parts = re.split(r"[^a-z~]+", spoken)
    for word, concept in SPOKEN.items():
        if (word in spoken) if len(word) > 1 else (word in parts):
            return concept
    return "word"


def gate_matrix(
    g, words: Sequence[str], caption: str = "", digits: int = 2, concept: str = "gate", label: str = ""
) -> Picture:
    """Draw a (T, T) matrix of gates: row t, a step; column i, the position that it looks at.

    Args:
        g: (T, T), numbers in [0, 1], entries with i >= t are not drawn.
        words: T words.
        caption: of the figure.
        digits: of the numbers shown.
        concept: whose colour the squares take, "gate", "limit" or "attention".
        label: a name for references.
    Returns:
        a `Picture` whose text alternative holds every row.
    Raises:
        ValueError: g is not a square of len(words).
    """
    values = g.tolist()
    size = len(words)
    if len(values) != size or any(len(row) != size for row in values):
        raise ValueError(f"expected a square matrix for {size} words, got {len(values)} rows")
    sheet = Sheet()
    drawn = [[v if i < t else None for i, v in enumerate(row)][:-1] for t, row in enumerate(values)][1:]
    if drawn and drawn[0]:
        cells(sheet, drawn, words[1:], words[:-1], ("step $t$", "position $i$"), digits, concept, 1.0)
    else:
        sheet.text(0, 0, "one word: nothing to look back at", "word")
    lines = [
        f"{words[t]} looks at " + ", ".join(f"{words[i]} {rounded(values[t][i], digits)}" for i in range(t))
        for t in range(1, size)
    ]
    return picture(sheet, "\n".join([caption or "Gates", *lines]), caption, label)
