"""A recurrent network unrolled over a sentence: each state made of a word and of the state before."""

from collections.abc import Sequence
from fractions import Fraction

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet
from prpn_book.rounding import rounded

LEAST, HIGH, BELOW, BAR = (
    50,
    30,
    66,
    56,
)  # width of a word, height of a state; y of the words, height of a full bar


def unrolled(
    words: Sequence[str],
    caption: str = "",
    states: Sequence[str] = (),
    left: Sequence[float | Fraction] = (),
    start: str = "h_0",
    label: str = "",
    digits: int = 2,
) -> Picture:
    """Draw a network that reads words from left to right.

    Args:
        words: what is read; any short strings.
        caption: of the figure.
        states: what stands in the states; "h_1", "h_2", ... by default.
        left: for each word a number in [0, 1], drawn as a bar above its state: what is left of it at the end.
        start: the name of the state before the first word.
        label: a name for references.
        digits: of bars that are no fractions.
    Returns:
        a `Picture` whose text alternative holds every word with its state and its bar.
    Raises:
        ValueError: not one state or one bar for each word, no word, or a bar outside [0, 1].
    """
    states = list(states) or [f"h_{t}" for t in range(1, len(words) + 1)]
    if not words or len(states) != len(words) or (left and len(left) != len(words)):
        raise ValueError(
            f"expected one state and one bar for each of {len(words)} words, "
            f"got {len(states)} states, {len(left)} bars"
        )
    if any(not 0 <= share <= 1 for share in left):
        raise ValueError(f"what is left of a word lies between 0 and 1, not in {list(map(str, left))}")
    shown = [str(share) if isinstance(share, Fraction) else rounded(share, digits) for share in left]
    sheet, x = Sheet(), 0.0
    sheet.text(-8, 5, start, "memory", "end")
    for t, (word, state) in enumerate(zip(words, states, strict=True)):
        wide = max(LEAST, *(notation.width(text, SIZE) + 20 for text in (word, state)))
        middle = x + 20 + wide / 2
        sheet.arrow((x - 2, 0), (middle - wide / 2 + 4, 0), "memory", "thick")
        _state(sheet, middle, wide - 8, state)
        sheet.arrow((middle, BELOW - 16), (middle, HIGH / 2 + 3), "word")
        sheet.text(middle, BELOW, word, "word")
        if left:
            high = BAR * float(left[t])
            sheet.box(middle - 13, -HIGH - high, 26, high, "memory", share=0.55)
            sheet.text(middle, -HIGH - high - 6, shown[t], "memory", size=SMALL)
        x = middle + wide / 2 - 2
    if left:
        sheet.line([(18, -HIGH), (x, -HIGH)], "rule")
    told = [f"{start} before the first word"]
    for t, (word, state) in enumerate(zip(words, states, strict=True)):
        told.append(f"{word}: state {state}" + (f", left at the end {shown[t]}" if left else ""))
    return picture(sheet, "\n".join([*([caption] if caption else []), *told]), caption, label)


def _state(sheet: Sheet, x: float, wide: float, text: str) -> None:
    for concept, kind, share in (
        ("paper", "fill", None),
        ("memory", "fill", 0.12),
        ("memory", "outline", None),
    ):
        sheet.box(x - wide / 2, -HIGH / 2, wide, HIGH, concept, kind, share, 6)
    sheet.text(x, 5, text, "memory")
