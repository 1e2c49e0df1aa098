"""Vectors of two numbers as arrows from the origin, and what a matrix does to the plane's grid."""

from collections.abc import Collection, Mapping, Sequence

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.scatter import free_places
from prpn_book.figures.svg import SMALL, Sheet
from prpn_book.rounding import rounded

WIDEST, TALLEST, UNIT = 300.0, 240.0, 44.0  # pixels of the field, and of a 1 where there is room
Pair = Sequence[float]


def arrows(
    vectors: Mapping[str, Pair],
    caption: str = "",
    axes: tuple[str, str] = ("", ""),
    made: Collection[str] = (),
    matrix: Sequence[Pair] | None = None,
    digits: int = 1,
    label: str = "",
    largest: float = UNIT,
) -> Picture:
    """Draw vectors as arrows from the origin; the zero vector is a ring.

    Args:
        vectors: name to (x, y), none of them below 0.
        caption: of the figure.
        axes: what the first and the second number count.
        made: names of those that were made of others; they have a colour and dashes of their own.
        matrix: (2, 2), rows first; the grid is drawn as this matrix moves it.
        digits: of the numbers in the text alternative.
        label: a name for references.
        largest: pixels of a 1, where there is room.
    Returns:
        a `Picture` whose text alternative holds every vector, and the matrix.
    Raises:
        ValueError: no vector, a vector that has not two numbers, or one below 0.
    """
    if not vectors or any(len(v) != 2 or min(v) < 0 for v in vectors.values()):
        raise ValueError("arrows need vectors of two numbers, none of them below 0")
    spots = {name: (float(x), float(y)) for name, (x, y) in vectors.items()}
    wide, high = (max(1, -int(-max(v[k] for v in spots.values()) // 1)) for k in (0, 1))
    unit = min(largest, WIDEST / wide, TALLEST / high)

    def pixel(x: float, y: float) -> tuple[float, float]:
        return x * unit, -y * unit

    sheet = Sheet()
    step = 1 if unit >= 22 else 5
    for size, axis in ((wide, 0), (high, 1)):
        for k in range(0, size + 1, step):
            ends = ((k, 0), (k, high)) if axis == 0 else ((0, k), (wide, k))
            sheet.line([pixel(*end) for end in ends], "rule", "" if k == 0 else "thin")
            x, y = pixel(*ends[0])
            sheet.text(
                x - 8 * axis, y + (5 if axis else 17), str(k), "word", "end" if axis else "middle", SMALL
            )
            if matrix:
                moved = [
                    tuple(sum(float(a) * b for a, b in zip(r, e, strict=True)) for r in matrix) for e in ends
                ]
                sheet.line([pixel(*end) for end in moved], "limit", "thin dotted")
    sheet.text(wide * unit / 2, 38, axes[0])
    sheet.text(-22, sheet.extent[1] - 8, axes[1], anchor="start")
    tips = {name: pixel(*spot) for name, spot in spots.items()}
    for name, tip in tips.items():
        concept, kind = ("tree", "thick dashed") if name in made else ("word", "thick")
        if spots[name] == (0, 0):
            sheet.dot(0, 0, 6, concept, "outline")
        else:
            sheet.arrow((0, 0), tip, concept, kind)
    reach = max(notation.width(name, SMALL) for name in tips) + 14
    field = (2.0, -high * unit - 8, wide * unit + reach, 0.0)
    shafts = [(x * k / 12, y * k / 12) for x, y in tips.values() for k in range(12)] if unit > UNIT else []
    for name, box in free_places(tips, field, shafts).items():
        sheet.text(box[0], box[3] - 3, name, "tree" if name in made else "word", "start", SMALL, "halo")
    told = [f"{name} {rounded(list(v), digits)}" for name, v in vectors.items()]
    lines = [caption, f"{axes[0]}, {axes[1]}: {'; '.join(told)}"]
    if matrix:
        lines.append(f"the grid as moved by {rounded([list(r) for r in matrix], digits)}")
    return picture(sheet, "\n".join(lines), caption, label)
