"""The broken stick: a stick of length 1 walks to the left and loses a piece at each word.

The piece that breaks off at position k is p(l_t = k), the chance that the search stops there. What is left
when the stick comes to position i is the gate of i: the chance that the limit is i or further left.
"""

from collections.abc import Sequence

from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SMALL, Sheet
from prpn_book.figures.trees import word_places
from prpn_book.rounding import rounded
from prpn_edu.loops.gates import expected_gates, limit_distribution

LONG, WIDE = 120, 58  # pixels of the whole stick, and of its width


def stick(
    going_on: Sequence[float], words: Sequence[str], caption: str = "", digits: int = 2, label: str = ""
) -> Picture:
    """Draw the stick of one step t as it comes to each position t-1, ..., 0.

    Args:
        going_on: t chances alpha_j to go on past position j; the one of position 0 is not used.
        words: the t words before step t.
        caption: of the figure.
        digits: of the numbers shown.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative holds each gate and each p(l_t = k).
    Raises:
        ValueError: not one chance for each word, no word, or a number outside 0 .. 1.
    """
    return sticks([going_on], words, caption, digits, label)


def sticks(
    rows: Sequence[Sequence[float]], words: Sequence[str], caption: str = "", digits: int = 2, label: str = ""
) -> Picture:
    """Draw the sticks of several steps below each other; row after row may be longer.

    Args:
        rows: for each step t its t chances to go on, as in `stick`.
        words: at least as many words as the longest row has numbers.
        caption: of the figure.
        digits: of the numbers shown.
        label: a name for references.
    """
    rows = [[float(chance) for chance in row] for row in rows]
    if not rows or not all(0 < len(row) <= len(words) for row in rows):
        raise ValueError(
            f"expected one chance for each word before the step: {len(words)} words, "
            f"rows of {', '.join(str(len(row)) for row in rows) or 'nothing'}"
        )
    if any(not 0 <= chance <= 1 for row in rows for chance in row):
        raise ValueError("a chance to go on lies between 0 and 1")
    if len(rows) == 1 and len(rows[0]) != len(words):
        raise ValueError(f"expected one chance for each word: {len(words)} words, {len(rows[0])} chances")
    sheet, lines = Sheet(), [caption] if caption else []
    places = word_places(words, least=80)
    for number, row in enumerate(rows):
        ground = number * (LONG + 34)
        gates, pieces = expected_gates(row), limit_distribution(row)
        _draw(sheet, places, ground, gates, pieces, digits)
        step = len(row)
        if len(rows) > 1:
            sheet.text(places[0] - 42, ground - LONG / 2, f"t = {step}", anchor="end")
        for i in range(step - 1, -1, -1):
            told = f"gate {rounded(gates[i], digits)}, p(l_{step} = {i}) {rounded(pieces[i], digits)}"
            lines.append(f"t = {step}, {i} {words[i]}: {told}")
    foot = (len(rows) - 1) * (LONG + 34)
    for i, (x, word) in enumerate(zip(places, words, strict=True)):
        sheet.text(x, foot + 18, word, "word")
        sheet.text(x, foot + 35, str(i), "word", size=SMALL)
    _key(sheet, places[0] - WIDE / 2, foot + 60)
    return picture(sheet, "\n".join(lines), caption, label)


def _draw(sheet: Sheet, places, ground: float, gates, pieces, digits: int) -> None:
    for i, (x, gate, piece) in enumerate(zip(places, gates, pieces, strict=False)):
        rest, gone = LONG * (gate - piece), LONG * piece
        sheet.box(x - WIDE / 2, ground - LONG, WIDE, LONG, "rule", "outline")
        if rest > 0.05:
            _wood(sheet, x - WIDE / 2, ground, rest)
        if gone > 0.05:
            sheet.box(x - WIDE / 2, ground - rest - gone, WIDE, gone, "limit", "rising")
        if rest > 8 and gone > 8:
            _snap(sheet, x - WIDE / 2, ground - rest)
        if i:
            sheet.line(
                [(x - WIDE / 2, ground - rest), (places[i - 1] + WIDE / 2, ground - rest)], "gate", "dotted"
            )
        sheet.text(x, ground - LONG - 5, rounded(gate, digits), "gate", size=SMALL)
        if gone > 16:
            sheet.box(x - WIDE / 2 + 6, ground - rest - gone / 2 - 7.5, WIDE - 12, 15, "paper", corner=3)
            sheet.text(x, ground - rest - gone / 2 + 4.5, rounded(piece, digits), "limit", size=SMALL)
    end = len(gates) - 1
    sheet.arrow(
        (places[end] + WIDE / 2 + 26, ground - LONG / 2),
        (places[end] + WIDE / 2 + 6, ground - LONG / 2),
        "gate",
    )


def _wood(sheet: Sheet, x: float, ground: float, tall: float) -> None:
    """What is left of the stick, with its grain."""
    sheet.box(x, ground - tall, WIDE, tall, "gate", share=0.45)
    for at, bend in ((0.22, 3), (0.5, -4), (0.78, 3)):
        left, third = x + at * WIDE, tall / 3
        d = f"M{left:.1f},{ground:.1f} c{bend},{-third:.1f} {-bend},{-2 * third:.1f} 0,{-tall:.1f}"
        sheet.curve(d, (left - 4, ground - tall, left + 4, ground), "gate", "thin")


def _snap(sheet: Sheet, x: float, y: float) -> None:
    """Where it breaks: a jagged gap."""
    teeth = 8
    points = [(x + WIDE * k / teeth, y + (4 if k % 2 else -3)) for k in range(teeth + 1)]
    sheet.line(points, "paper", "thick")


def _key(sheet: Sheet, x: float, y: float) -> None:
    sheet.box(x, y - 11, 14, 14, "limit", "rising")
    sheet.text(x + 20, y, "breaks off here: p(l_t = i)", "limit", "start", SMALL)
    sheet.box(x, y + 9, 14, 14, "gate", share=0.45)
    sheet.text(x + 20, y + 20, "goes on to the left; above: the gate", "gate", "start", SMALL)
