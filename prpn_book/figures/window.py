"""A convolution along a sentence: a window slides over the words, and each place gives one number."""

from collections.abc import Sequence
from fractions import Fraction

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.svg import SIZE, SMALL, Sheet

LEAST, HIGH, ROW = 58, 30, 40  # width of a word, height of a box, from one window to the next


def window(
    words: Sequence[str],
    numbers: Sequence[float | Fraction],
    kernel: Sequence[float | Fraction],
    caption: str = "",
    bias: float | Fraction = 0,
    label: str = "",
) -> Picture:
    """Draw a filter over one number a word, every place of it below the other.

    Args:
        words: T words.
        numbers: one for each word.
        kernel: L + 1 weights, the oldest word's first.
        caption: of the figure.
        bias: added to each sum.
        label: a name for references.
    Returns:
        a `Picture` whose text alternative holds every product and every sum.
    Raises:
        ValueError: no word, no weight, or not one number for each word.
    """
    if not words or not kernel or len(words) != len(numbers):
        raise ValueError(
            f"expected one number for each word and a weight or more: {len(words)} words, "
            f"{len(numbers)} numbers, {len(kernel)} weights"
        )
    look = len(kernel) - 1
    padded = [Fraction(0)] * look + list(numbers)
    wide = max(LEAST, *(notation.width(word, SIZE) + 16 for word in words))
    names = ["padding"] * look + list(words)
    sheet, told = Sheet(), []
    for place, (name, value) in enumerate(zip(names, padded, strict=True)):
        outside = place < look
        x = place * wide
        sheet.text(x, 0, "0" if outside else name, "word")
        if not outside:
            sheet.text(x, 20, _shown(value), "word", size=SMALL)
    end = len(padded) * wide + 16
    sheet.text(end, 20, f"sum + {_shown(bias)}" if bias else "sum", "tree", size=SMALL)
    for t, word in enumerate(words):
        y = 34 + t * ROW
        left = t * wide - wide / 2
        sheet.box(left, y, wide * (look + 1), HIGH, "tree", share=0.1, corner=4)
        sheet.box(left, y, wide * (look + 1), HIGH, "tree", "outline", corner=4)
        products = []
        for place, weight in enumerate(kernel):
            product = f"{_shown(weight)} \u00b7 {_shown(padded[t + place])}"
            sheet.text((t + place) * wide, y + 20, product, "word", size=SMALL)
            products.append(product)
        total = sum((w * x for w, x in zip(kernel, padded[t:], strict=False)), bias)
        sheet.arrow((left + wide * (look + 1) + 2, y + 15), (end - 26, y + 15), "tree", "thin")
        sheet.text(end, y + 20, _shown(total), "tree", kind="bold")
        ending = f" + {_shown(bias)}" if bias else ""
        told.append(f"{word}: {' + '.join(products)}{ending} = {_shown(total)}")
    return picture(sheet, "\n".join([*([caption] if caption else []), *told]), caption, label)


def _shown(value: float | Fraction) -> str:
    return str(value).replace("-", "\u2212")
