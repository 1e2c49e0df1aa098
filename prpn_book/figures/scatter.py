"""Named points on a plane, in groups; names are moved until they do not overlap."""

from collections.abc import Mapping, Sequence

from prpn_book.figures import notation
from prpn_book.figures.picture import Picture, picture
from prpn_book.figures.plots import ORDER
from prpn_book.figures.svg import SMALL, Sheet
from prpn_book.rounding import rounded

Point = tuple[float, float]
Box = tuple[float, float, float, float]
HIGH = 14  # of a name
APART = 4  # pixels between two names in a line
SHAPES = ("circle", "square", "triangle", "diamond")


def scatter(
    points: Mapping[str, Point],
    groups: Mapping[str, str] | None = None,
    caption: str = "",
    title: str = "",
    size: tuple[float, float] = (400, 300),
    digits: int = 2,
    label: str = "",
    axes: tuple[str, str] = ("", ""),
    line: tuple[Point, Point] | None = None,
) -> Picture:
    """Draw named points; see `scatters`."""
    return scatters({title: points}, groups, caption, size, digits, label, axes, line)


def scatters(
    maps: Mapping[str, Mapping[str, Point]],
    groups: Mapping[str, str] | None = None,
    caption: str = "",
    size: tuple[float, float] = (400, 300),
    digits: int = 2,
    label: str = "",
    axes: tuple[str, str] = ("", ""),
    line: tuple[Point, Point] | None = None,
) -> Picture:
    """Draw maps of named points below each other, each in its own unit, the same on both axes.

    Args:
        maps: title to the points of that map, name to (x, y).
        groups: the group of each name; a group has a colour and a shape.
        caption: of the figure.
        size: pixels of a map's field.
        digits: of the numbers in the text alternative.
        label: a name for references.
        axes: what the first and the second number of a point are, written below the field and
            above its left corner.
        line: the two ends of a straight line between the points, in their numbers.
    Returns:
        a `Picture` whose text alternative holds every point, and the line.
    Raises:
        ValueError: a map without a point, or a name without a group.
    """
    groups = groups or {}
    kinds = list(dict.fromkeys(groups.values()))
    sheet, lines, y = Sheet(), [caption] if caption else [], 0.0
    if kinds:
        _key(sheet, kinds)
        y = 22.0
    for title, points in maps.items():
        if not points or (groups and points.keys() - groups.keys()):
            raise ValueError(f"map {title!r} needs points, and each of them a group")
        field = Sheet()
        if title:
            field.text(0, 0, title, anchor="start", kind="bold")
        _field(field, points, groups, kinds, size, 12.0, axes, line)
        sheet.add(field, 0, y + 14)
        y += field.extent[3] + 34
        told = (
            ", ".join([name, *([groups[name]] if groups else []), rounded(list(spot), digits)])
            for name, spot in points.items()
        )
        lines.append(f"{title}: " * bool(title) + "; ".join(told))
    if any(axes):
        lines.append(f"to the right: {axes[0]}; up: {axes[1]}")
    if line:
        ends = [rounded(list(end), max(digits, 1)) for end in line]
        lines.append(f"a straight line from {' to '.join(ends)}")
    return picture(sheet, "\n".join(lines), caption, label)


def _field(sheet: Sheet, points, groups, kinds: Sequence[str], size, top: float, axes, line) -> None:
    wide, high = size
    xs, ys = zip(*points.values(), strict=True)
    unit = min(
        (wide - 80) / ((max(xs) - min(xs)) or 1),
        (high - 50) / ((max(ys) - min(ys)) or 1),
    )
    middle = ((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)
    high = (max(ys) - min(ys)) * unit + 50
    if axes[1]:  # above the field, where no name stands
        sheet.text(0, top + 8, axes[1], anchor="start")
        top += 16
    sheet.box(0, top, wide, high, "rule", "outline", corner=4)

    def pixel(x: float, y: float) -> Point:
        return wide / 2 + (x - middle[0]) * unit, top + high / 2 - (y - middle[1]) * unit

    places = {name: pixel(*spot) for name, spot in points.items()}
    if line:
        sheet.line([pixel(*end) for end in line], "limit", "thick dashed")
    if axes[0]:
        sheet.text(wide / 2, top + high + 16, axes[0])
    field = (2.0, top + 2, wide - 2, top + high - 2)
    for name, box in free_places(places, field).items():
        x, y = places[name]
        group = kinds.index(groups[name]) if groups else 0
        nearest = (min(max(x, box[0]), box[2]), min(max(y, box[1]), box[3]))
        if (nearest[0] - x) ** 2 + (nearest[1] - y) ** 2 > 12**2:
            sheet.line([(x, y), nearest], "rule", "thin")
        _mark(sheet, x, y, group)
        sheet.text(box[0], box[3] - 3, name, ORDER[group % len(ORDER)], "start", SMALL)


def free_places(places: Mapping[str, Point], field: Box, drawn: Sequence[Point] = ()) -> dict[str, Box]:
    """A box for each name close to its point: of many places around it, the one that covers least.

    Args:
        places: name to its point in pixels.
        field: left, top, right, bottom; names stay inside.
        drawn: other points that no name should cover.
    Returns:
        name to the box of its text. Chosen name by name: where points crowd closer than some 48
        pixels, boxes may overlap.
    """
    taken: list[Box] = [(x - 5, y - 5, x + 5, y + 5) for x, y in (*places.values(), *drawn)]
    found = {}
    for name in sorted(places, key=lambda name: (places[name][1], places[name][0])):
        wide = notation.width(name, SMALL)
        best = min(_around(places[name], wide), key=lambda place: _cost(place, taken, field))
        found[name] = left, top, right, bottom = best[1]
        taken.append((left - APART, top, right + APART, bottom))
    return found


def _around(point: Point, wide: float) -> list[tuple[float, Box]]:
    """Boxes around a point, each with its distance: right, left, above, below, then further away."""
    x, y = point
    boxes: list[tuple[float, Box]] = []
    for far in (0, 8, 16, 26, 38, 50):
        for left, top in (
            (x + 7 + far, y - HIGH / 2),
            (x - 7 - far - wide, y - HIGH / 2),
            (x - wide / 2, y - 7 - far - HIGH),
            (x - wide / 2, y + 7 + far),
            (x + 5 + far, y - 5 - far - HIGH),
            (x + 5 + far, y + 5 + far),
            (x - 5 - far - wide, y - 5 - far - HIGH),
            (x - 5 - far - wide, y + 5 + far),
        ):
            boxes.append((far, (left, top, left + wide, top + HIGH)))
    return boxes


def _cost(place: tuple[float, Box], taken: Sequence[Box], field: Box) -> tuple[float, float]:
    """How far a place lies outside the field, which weighs most; then its distance and what it covers."""
    far, (left, top, right, bottom) = place
    covered = sum(
        max(0, min(right, r) - max(left, a)) * max(0, min(bottom, b) - max(top, t)) for a, t, r, b in taken
    )
    outside = max(0, field[0] - left, right - field[2]) + max(0, field[1] - top, bottom - field[3])
    return outside, far + 20 * covered


def _mark(sheet: Sheet, x: float, y: float, group: int) -> None:
    concept, shape = ORDER[group % len(ORDER)], SHAPES[group % len(SHAPES)]
    if shape == "circle":
        sheet.dot(x, y, 4, concept)
    elif shape == "square":
        sheet.box(x - 3.7, y - 3.7, 7.4, 7.4, concept)
    else:
        down = 4.5 if shape == "triangle" else 5.5
        corners = [(x - 5, y + 4.5), (x, y - 5), (x + 5, y + 4.5)]
        if shape == "diamond":
            corners = [(x - 5, y), (x, y - down), (x + 5, y), (x, y + down)]
        sheet.polygon(corners, concept)


def _key(sheet: Sheet, kinds: Sequence[str]) -> None:
    x = 6.0
    for group, kind in enumerate(kinds):
        _mark(sheet, x, 0, group)
        sheet.text(x + 10, 5, kind, ORDER[group % len(ORDER)], "start", SMALL)
        x += notation.width(kind, SMALL) + 34
