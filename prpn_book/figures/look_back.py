"""A step that looks back at its memories: how much each of them weighs, and how far the look may go."""

from collections.abc import Sequence
from fractions import Fraction

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet
from prpn_book.figures.trees import word_places
from prpn_book.rounding import rounded

HIGH, BAR, BELOW = 28, 62, 34  # of a memory; of a bar for 1; from the memories to their words


def look_back(
    weights: Sequence[float | Fraction],
    words: Sequence[str],
    caption: str = "",
    memories: Sequence[str] = (),
    limit: int | None = None,
    digits: int = 2,
    label: str = "",
    least: float = 46,
) -> Picture:
    """Draw the last word looking back at one memory for each word before it.

    Args:
        weights: t numbers in [0, 1], the attention; fractions are shown as fractions.
        words: t + 1 words; the last one looks back.
        caption: of the figure.
        memories: what stands in the t memories; "m_0", "m_1", ... by default.
        limit: the furthest memory that may be seen; those before it are drawn pale, behind a wall.
        digits: of the numbers shown.
        label: a name for references.
        least: the room of a memory and its word.
    Returns:
        a `Picture` whose text alternative holds every word, memory and weight.
    Raises:
        ValueError: not one weight and one memory for each word but the last, a weight outside [0, 1], or a
            limit that is none of the memories.
    """
    t = len(words) - 1
    memories = list(memories) or [f"m_{i}" for i in range(t)]
    if t < 1 or len(weights) != t or len(memories) != t:
        raise ValueError(
            f"expected one weight and one memory for each of the {t} words before the last, "
            f"got {len(weights)} weights, {len(memories)} memories"
        )
    if any(not 0 <= weight <= 1 for weight in weights):
        raise ValueError(f"a weight lies between 0 and 1, not in {list(map(str, weights))}")
    if limit is not None and not 0 <= limit < t:
        raise ValueError(f"the limit of step {t} must be one of 0 .. {t - 1}, not {limit}")
    shown = [str(w) if isinstance(w, Fraction) else rounded(w, digits) for w in weights]
    widest = max(notation.width(text, SIZE) for text in memories) + 16
    places = word_places(words, least=max(least, widest + 6))
    sheet = Sheet()
    for i, (x, weight) in enumerate(zip(places, weights, strict=False)):
        shut = limit is not None and i < limit
        tall = BAR * float(weight)
        sheet.box(x - 14, -HIGH / 2 - tall, 28, tall, "attention", share=0.6)
        sheet.text(x, -HIGH / 2 - tall - 5, shown[i], "attention", size=SMALL)
        _memory(sheet, x, widest, memories[i], "rule" if shut else "memory")
    sheet.line([(places[0] - widest / 2, -HIGH / 2), (places[t - 1] + widest / 2, -HIGH / 2)], "rule", "thin")
    if limit is not None:
        wall = places[limit] - (widest + 6) / 2 if limit == 0 else (places[limit - 1] + places[limit]) / 2
        sheet.line([(wall, -HIGH / 2 - BAR), (wall, BELOW + 22)], "limit", "thick dashed")
        sheet.text(wall, -HIGH / 2 - BAR - 8, f"l_{t} = {limit}", "limit")
    _gaze(sheet, places, widest)
    for i, (x, word) in enumerate(zip(places, words, strict=True)):
        sheet.text(x, BELOW, word, "word", kind="bold" if i == t else "")
        sheet.text(x, BELOW + 17, str(i), "word", size=SMALL)
    told = [caption] if caption else []
    told.append(f"step {t}, {words[t]}, looks back" + ("" if limit is None else f"; its limit is {limit}"))
    told += [f"{i} {words[i]}: memory {memories[i]}, weight {shown[i]}" for i in range(t)]
    return picture(sheet, "\n".join(told), caption, label)


def _memory(sheet: Sheet, x: float, wide: float, text: str, concept: str) -> None:
    sheet.box(x - wide / 2, -HIGH / 2, wide, HIGH, concept, "fill", 0.12, 6)
    sheet.box(x - wide / 2, -HIGH / 2, wide, HIGH, concept, "outline", None, 6)
    sheet.text(x, 5, text, concept if concept == "memory" else "word")


def _gaze(sheet: Sheet, places: Sequence[float], wide: float) -> None:
    """From the last word, an arrow to the nearest memory: from there the look goes on."""
    x, t = places[-1], len(places) - 1
    sheet.dot(x, 0, 4, "attention")
    sheet.arrow((x - 4, 0), (places[t - 1] + wide / 2 + 3, 0), "attention", "thick")
