"""Figures of the page on gradients: a valley, steps down into it, and a chain of small functions."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import accumulate, pairwise, repeat
from math import dist

from prpn_book import figures
from prpn_book.figures.svg import SMALL

WIDE, HIGH = 46, 7  # pixels for one of w, and for one of the loss
LEFT, RIGHT = -1.6, 7.6  # how far w goes
LOWEST = 3  # where the loss (w - 3)^2 is 0
Number = Fraction | float


def walk(rate: Number, steps: int, start: Number = 0) -> list[Number]:
    """Where gradient descent on (w - 3)^2 stands before the first step, and after each."""
    return list(accumulate(repeat(rate, steps), lambda w, eta: w - eta * 2 * (w - LOWEST), initial=start))


def downhill(rate: Number, steps: int, caption: str = "", label: str = "") -> figures.Picture:
    """Figure: the loss (w - 3)^2, and steps down into its valley."""
    sheet, places = figures.Sheet(), walk(rate, steps)
    ground = [(w / 10 * WIDE, -_loss(w / 10) * HIGH) for w in range(int(10 * LEFT), int(10 * RIGHT) + 1)]
    sheet.line(ground, "word", "thick")
    sheet.line([(ground[0][0], 14), (ground[-1][0], 14)], "rule")
    for w in range(-1, 8):
        sheet.line([(w * WIDE, 14), (w * WIDE, 19)], "rule")
        sheet.text(w * WIDE, 34, str(w), "word", size=SMALL)
    sheet.text(LOWEST * WIDE, 52, "weight $w$", "word")
    inside = [w for w in places if LEFT <= w <= RIGHT]
    points = [(float(w) * WIDE, -_loss(w) * HIGH) for w in inside]
    for here, after in pairwise(points):
        sheet.arrow(here, after, "gate", "thin")
    numbered: dict[tuple[float, float], int] = {}
    for t, here in enumerate(points):
        sheet.dot(*here, 3, "gate")
        if all(dist(here, other) > 20 for other in numbered):  # else its number would lie on another
            numbered[here] = t
    for (x, y), t in numbered.items():
        sheet.dot(x, y, 9, "paper")
        sheet.dot(x, y, 9, "gate", share=0.25)
        sheet.dot(x, y, 9, "gate", "outline")
        sheet.text(x, y + 4, str(t), kind="bold", size=SMALL)
    gone = "" if len(inside) == len(places) else "; the rest lies outside the picture"
    told = ", ".join(f"{float(w):.4g} (loss {_loss(w):.4g})" for w in places)
    text = f"The loss is (w - 3)^2. Steps of the learning rate {float(rate):g}: w = {told}{gone}"
    return figures.picture(sheet, "\n".join([*([caption] if caption else []), text]), caption, label)


def _loss(w: Number) -> float:
    return float((w - LOWEST) ** 2)


def rates(of: Sequence[float]) -> figures.Film:
    """Film: six steps with each of some learning rates."""
    frames = {f"{rate:g}": [downhill(rate, 6)] for rate in of}
    return figures.Film(frames, "Six steps from w = 0. Choose a learning rate.", start=f"{of[0]:g}")


def chain() -> figures.Picture:
    """Figure: L = (3 w - 5)^2 at w = 2 as three boxes; values go forward above, slopes come back below."""
    sheet, wide, half = figures.Sheet(), 142, 50  # of a step, and of a box
    values = ["w = 2", "a = 6", "b = 1", "$L$ = 1"]
    boxes = [("a = 3 $w$", "slope 3"), ("b = a - 5", "slope 1"), ("$L$ = $b$²", "slope 2 b = 2")]
    back = ["2 · 1 · 3 = 6", "2 · 1 = 2", "2", "1"]
    for k, (value, slope) in enumerate(zip(values, back, strict=True)):
        sheet.text(k * wide, -24, value, "memory")
        sheet.text(k * wide, 74, slope, "gate")
        left, right = k * wide - wide / 2 + half, k * wide + wide / 2 - half
        sheet.arrow((left, -2), (right, -2), "memory")
        sheet.arrow((right, 44), (left, 44), "gate", "dashed")
    for k, (name, own) in enumerate(boxes):
        middle = (k + 0.5) * wide
        sheet.box(middle - half, -16, 2 * half, 72, "word", "outline", corner=6)
        sheet.text(middle, 10, name, "word")
        sheet.text(middle, 40, own, "gate", size=SMALL)
    caption = (
        "The chain rule on three numbers. Above, from left to right: the values. Below, from right to left: "
        "how much the loss changes with each value."
    )
    told = "; ".join(
        f"{value}, and the loss changes by {slope}" for value, slope in zip(values, back, strict=True)
    )
    return figures.picture(sheet, f"{caption}\n{told}", caption, "fig-gradients-chain")
