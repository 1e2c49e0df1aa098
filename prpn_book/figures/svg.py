"""A sheet to draw on: lines, boxes, words. It grows with what is drawn and is printed as SVG.

Every shape names the concept that it shows ("gate", "limit", ...: `prpn_book.palette`), never a colour. The
unit is a pixel at the size in which the figure is meant to be read; y grows downwards.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from prpn_book.figures import notation
from prpn_book.palette import COLOURS

SIZE, SMALL = 14, 13  # of type; no text of a figure is smaller
MARGIN = 6
# A second sign for each colour, so that none stands alone: the strokes within a cell of 6 x 6 pixels.
HATCHES = {
    "rising": "M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2",
    "falling": "M-1,5 l2,2 M0,0 l6,6 M5,-1 l2,2",
    "level": "M0,3 h6",
    "upright": "M3,0 v6",
    "crossed": "M0,3 h6 M3,0 v6",
    "diamonds": "M0,6 l6,-6 M0,0 l6,6",
}


def number(x: float) -> str:
    """A coordinate with one digit, "12.5" or "12"."""
    text = f"{x:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def _opacity(share: float | None) -> dict[str, str]:
    return {} if share is None else {"style": f"fill-opacity:{share:.2f}"}


class Sheet:
    """Shapes, in the order in which they were drawn, and the box that holds them all."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.hatches: dict[tuple[str, str], str] = {}
        self._xs: list[float] = []
        self._ys: list[float] = []

    def _put(
        self, name: str, kind: str, xs: Iterable[float], ys: Iterable[float], given: Mapping[str, str | float]
    ) -> None:
        self._xs += xs
        self._ys += ys
        attributes = "".join(
            f' {key}="{escape(value) if isinstance(value, str) else number(value)}"'
            for key, value in {"class": kind, **given}.items()
        )
        self.parts.append(f"<{name}{attributes}/>")

    def line(self, points: Sequence[tuple[float, float]], concept: str = "ink", kind: str = "") -> None:
        """Draw a line through points; `kind` adds "thick", "thin", "dashed" or "dotted"."""
        xs, ys = zip(*points, strict=True)
        d = "M" + " L".join(f"{number(x)},{number(y)}" for x, y in points)
        self._put("path", f"line {concept} {kind}".strip(), xs, ys, {"d": d})

    def curve(self, d: str, box: tuple[float, float, float, float], concept="ink", kind: str = "") -> None:
        """Draw a path given in SVG's own words, inside the box (left, top, right, bottom)."""
        self._put("path", f"line {concept} {kind}".strip(), box[::2], box[1::2], {"d": d})

    def polygon(self, corners: Sequence[tuple[float, float]], concept: str = "ink") -> None:
        """Draw a filled shape with these corners."""
        points = " ".join(f"{number(x)},{number(y)}" for x, y in corners)
        xs, ys = zip(*corners, strict=True)
        self._put("polygon", f"fill {concept}", xs, ys, {"points": points})

    def arrow(self, start: tuple[float, float], end: tuple[float, float], concept="ink", kind="") -> None:
        """Draw a straight line with a head at its end."""
        (x, y), (u, v) = start, end
        length = max(((u - x) ** 2 + (v - y) ** 2) ** 0.5, 1e-9)
        a, b = (u - x) / length, (v - y) / length
        self.line([start, (u - 4 * a, v - 4 * b)], concept, kind)
        tips = [(u - 8 * a + s * 4 * b, v - 8 * b - s * 4 * a) for s in (1, -1)]
        self.polygon([end, *tips], concept)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        concept: str = "ink",
        kind: str = "fill",
        share: float | None = None,
        corner: float = 0,
    ) -> None:
        """Draw a rectangle; `kind` is "fill", "outline" or a key of `HATCHES`, `share` its opacity."""
        shape: dict[str, str | float] = {"x": x, "y": y, "width": width, "height": height, **_opacity(share)}
        if corner:
            shape["rx"] = corner
        if kind in HATCHES:
            name = self.hatches.setdefault((kind, concept), f"ID-{kind}-{concept}")
            kind, shape["fill"] = "hatched", f"url(#{name})"
        self._put("rect", f"{kind} {concept}", (x, x + width), (y, y + height), shape)

    def dot(
        self, x: float, y: float, radius: float, concept="ink", kind: str = "fill", share: float | None = None
    ) -> None:
        """Draw a circle, with `kind` and `share` as in `box`."""
        shape: dict[str, str | float] = {"cx": x, "cy": y, "r": radius, **_opacity(share)}
        self._put("circle", f"{kind} {concept}", (x - radius, x + radius), (y - radius, y + radius), shape)

    def text(self, x: float, y: float, text: str, concept="ink", anchor="middle", size=SIZE, kind="") -> None:
        """Write a string with its baseline at y; `anchor` as in SVG; `kind` adds "bold" or "halo"."""
        wide = notation.width(text, size) * (1.06 if "bold" in kind else 1)
        left = x - wide * {"start": 0, "middle": 0.5, "end": 1}[anchor]
        self._xs += (left, left + wide)
        self._ys += (y - 0.8 * size, y + 0.3 * size)
        names = [
            *([] if concept == "ink" else [concept]),
            *(["small"] if size == SMALL else []),
            *kind.split(),
        ]
        kinds = f' class="{" ".join(names)}"' if names else ""
        place = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.parts.append(
            f'<text x="{number(x)}" y="{number(y)}"{place}{kinds}>{notation.tspans(text)}</text>'
        )

    def aslant(self, x: float, y: float, text: str, concept="ink") -> None:
        """Write a string that rises to the right and ends at (x, y)."""
        reach = notation.width(text, SIZE) * 0.71
        self._xs += (x - reach - SIZE / 2, x)
        self._ys += (y - SIZE / 2, y + reach + SIZE / 2)
        self.parts.append(
            f'<text x="{number(x)}" y="{number(y)}" text-anchor="end" class="{concept}"'
            f' transform="rotate(-45 {number(x)} {number(y)})">{notation.tspans(text)}</text>'
        )

    def add(
        self,
        other: "Sheet",
        dx: float = 0,
        dy: float = 0,
        faint: bool = False,
        alone: bool = False,
        opacity: float = 1,
    ) -> None:
        """Put another sheet's shapes on this one, moved by (dx, dy); `faint` lets them stand back.

        Where their words must stay legible, an `opacity` lets them stand back less.

        Where every shape of a sheet came with `alone`, a narrow page may set these parts below each other.
        """
        self._xs += (x + dx for x in other._xs)
        self._ys += (y + dy for y in other._ys)
        self.hatches.update(other.hatches)
        moved = f' transform="translate({number(dx)},{number(dy)})"' if dx or dy else ""
        kind = ' class="faint"' if faint else "" if opacity == 1 else f' opacity="{opacity}"'
        left, top, right, _ = other.extent
        reach = " ".join(map(number, (left + dx, right + dx, top + dy)))
        reach = f' data-reach="{reach}"' if alone else ""
        group = f"<g{moved}{kind}{reach}>"
        self.parts += [group, *other.parts, "</g>"] if moved or kind or alone else other.parts

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of everything drawn."""
        return min(self._xs), min(self._ys), max(self._xs), max(self._ys)

    def body(self) -> tuple[str, float, float]:
        """The shapes as SVG, moved so that they begin at the margin; width and height of the sheet."""
        left, top, right, bottom = self.extent
        defs = [
            f'<pattern id="{name}" class="{concept}" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<rect class="fill {concept}" width="6" height="6" style="fill-opacity:0.22"/>'
            f'<path class="line {concept} hatch" d="{HATCHES[kind]}"/></pattern>'
            for (kind, concept), name in sorted(self.hatches.items())
        ]
        shift = f'<g transform="translate({number(MARGIN - left)},{number(MARGIN - top)})">'
        inside = "\n".join([*(["<defs>", *defs, "</defs>"] if defs else []), shift, *self.parts, "</g>"])
        return inside, round(right - left + 2 * MARGIN), round(bottom - top + 2 * MARGIN)


def style_sheet(body: str | None = None) -> str:
    """The style sheet of all figures: type, and one class for each concept of the palette.

    Args:
        body: shapes of one figure; then the sheet is one line, and holds only the concepts that these name.
    """
    concepts = [
        f".prpn-svg .{name} {{ --c: var(--prpn-{name}, {colours['light']}); }}"
        for name, colours in COLOURS.items()
        if body is None or name == "paper" or re.search(rf'class="[^"]*\b{name}\b', body)
    ]
    return (
        "\n".join([*concepts, RULES]) if body is None else " ".join([*concepts, *RULES.split("\n")]).strip()
    )


RULES = """\
.prpn-svg { font-family: var(--prpn-figure-font, "Source Sans 3", "Source Sans Pro", system-ui, sans-serif); }
.prpn-svg text { font-size: 14px; fill: var(--c, var(--prpn-ink, #1F2430)); stroke: none; }
.prpn-svg text.small { font-size: 13px; }
.prpn-svg text.halo { stroke: var(--prpn-paper, #FFFDF8); stroke-width: 4px; paint-order: stroke; }
.prpn-svg text.bold { font-weight: 600; }
.prpn-svg .italic { font-style: italic; }
.prpn-svg .index { font-size: 0.8em; }
.prpn-svg .fill { fill: var(--c); }
.prpn-svg .outline { fill: none; stroke: var(--c); stroke-width: 1.2; }
.prpn-svg .hatched { stroke: var(--c); stroke-width: 1; }
.prpn-svg .line { fill: none; stroke: var(--c); stroke-width: 1.4; }
.prpn-svg .line { stroke-linecap: round; stroke-linejoin: round; }
.prpn-svg .hatch { stroke-width: 0.9; }
.prpn-svg .thick { stroke-width: 2.6; }
.prpn-svg .thin { stroke-width: 1; }
.prpn-svg .dashed { stroke-dasharray: 6 4; }
.prpn-svg .faint { opacity: 0.3; }
.prpn-svg .dotted { stroke-dasharray: 1.5 4; }
"""
