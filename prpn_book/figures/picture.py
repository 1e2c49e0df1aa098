"""A picture that keeps its text alternative beside it, and is stored as SVG.

A notebook's test compares text, never pixels. So a figure is stored with the numbers that it shows as its
plain text: the page uses it as the image's alternative text, and a changed number fails the test.

The stored SVG stands alone: it brings its style sheet, paper and caption, and Jupyter, GitHub and others show
it as an image. Its colours follow the colour scheme of the page around it. The book takes the drawing out of
it (`on_page`), so that it follows the book's theme, and numbers the caption.
"""

import hashlib
import json
import math
import re
import textwrap
import xml.etree.ElementTree as ET
from html import escape

from prpn_book.figures import notation
from prpn_book.figures.svg import MARGIN, SIZE, SMALL, Sheet, style_sheet
from prpn_book.palette import properties

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
SMALLEST, LARGEST = 0.85, 1.12  # how far a page may shrink and grow a figure: 13 px stay 11 px
COLUMN, BETWEEN = 672, 19  # the page's column, and the space between drawings in a row, in pixels
LEAST_TYPE = 10  # pixels, on a phone, where a figure that scrolls shows only a part of what it says
PHONE, NEARLY = 378, 1.05  # what a phone has room for; a figure that nearly fits is set to fit


class Picture:
    """A drawing, its text alternative, its caption, and the name by which the text refers to it.

    Args:
        body: what stands inside the `<svg>`; ids begin with "ID-", which becomes a name of its own.
        width: of the drawing in pixels.
        height: of the drawing in pixels.
        alt: what the picture shows, in words and with its numbers, for a reader who does not see it.
        caption: one or two sentences; the book puts "Figure 7.3" before them.
        label: a name for references, "fig-skyline".
    Raises:
        ValueError: no text alternative.
    """

    def __init__(self, body: str, width: float, height: float, alt: str, caption: str = "", label: str = ""):
        if not alt.strip():
            raise ValueError("a figure needs a text alternative: say what it shows, with its numbers")
        self.body, self.width, self.height = body, width, height
        self.alt, self.caption, self.label = alt.strip(), caption, label

    def __repr__(self):
        return self.alt

    @property
    def svg(self) -> str:
        """The picture as a file of its own; the same picture gives the same bytes."""
        lines = textwrap.wrap(self.caption, max(24, int(self.width / (0.5 * SIZE))))
        caption = "\n".join(
            f'<text x="{MARGIN}" y="{self.height + 8 + 20 * n}">{notation.tspans(line)}</text>'
            for n, line in enumerate(lines, 1)
        )
        height = self.height + (16 + 20 * len(lines) if lines else 0)
        facts = json.dumps({"caption": self.caption, "label": self.label}, ensure_ascii=False)
        sizes = f'width="{self.width}" height="{height}" viewBox="0 0 {self.width} {height}"'
        own = "p" + hashlib.sha256(self.body.encode()).hexdigest()[:8]
        return (
            f'<svg xmlns="{SVG}" xmlns:xlink="{XLINK}" class="prpn-svg" role="img" {sizes}\n'
            f'aria-label="{escape(self.alt)}"\ndata-prpn="{escape(facts)}" data-height="{self.height}">\n'
            f"<style>{_own_colours()} {style_sheet(self.body)}</style>\n"
            f'<rect class="fill paper" width="{self.width}" height="{height}"/>\n'
            f'<g class="drawing">\n{self.body.replace("ID-", own + "-")}\n</g>\n'
            f'<g class="caption">{caption}</g>\n</svg>\n'
        )

    def _repr_mimebundle_(self, include=None, exclude=None):
        return {"image/svg+xml": self.svg, "text/plain": self.alt}


def picture(sheet: Sheet, alt: str, caption: str = "", label: str = "") -> Picture:
    """Make a picture of a sheet; arguments as for `Picture`."""
    return Picture(*sheet.body(), alt, caption, label)


def _own_colours() -> str:
    dark = f"@media (prefers-color-scheme: dark) {{ .prpn-svg {{ {properties('dark')} }} }}"
    return f".prpn-svg {{ {properties('light')} }} {dark}"


def facts(svg: str) -> dict[str, str]:
    """The caption and the label that a stored picture carries."""
    return json.loads(ET.fromstring(svg).get("data-prpn", "{}"))


def on_page(svg: str, name: str = "", number: str = "") -> str:
    """The drawing of a stored picture as part of a page, in the page's colours.

    Args:
        svg: a stored picture, `Picture.svg`.
        name: the figure's id on the page; ids within the drawing begin with it.
        number: what stands before the caption, "Figure 7.3".
    Returns:
        an HTML `<figure>`, without style sheet and paper; these are the page's.
    """
    ET.register_namespace("", SVG)
    ET.register_namespace("xlink", XLINK)
    root = ET.fromstring(svg)
    caption = json.loads(root.attrib.pop("data-prpn", "{}")).get("caption", "")
    width, height = float(root.attrib["width"]), float(root.attrib.pop("data-height"))
    drawing = next(child for child in root if child.get("class") == "drawing")
    for child in list(root):
        if child is not drawing:
            root.remove(child)
    type_size = SMALL if re.search(r'class="[^"]*\bsmall\b', svg) else SIZE
    own = [part.get("id") for part in root.iter() if part.get("id")]
    parts = _parts(root, drawing) or [(root, 0.0, width, 0.0)]
    largest = _one_scale([wide for _, _, wide, _ in parts])
    for part, left, wide, top in parts:
        part.set("viewBox", f"{left:g} {top:g} {wide:g} {height - top:g}")
        part.set("width", f"{wide:g}")
        part.set("height", f"{height - top:g}")
        narrow = math.ceil(LEAST_TYPE * wide / type_size)
        narrow = PHONE if PHONE < narrow <= NEARLY * PHONE else narrow
        sizes = f"--wide:{wide:.0f}px;--wide-least:{SMALLEST * wide:.0f}px;--narrow-least:{narrow}px"
        part.set("style", f"{sizes};max-width:{largest * wide:.0f}px;flex-grow:{wide:g}")
    text = "".join(ET.tostring(part, encoding="unicode") for part, *_ in parts)
    for old in own:
        text = text.replace(f'id="{old}"', f'id="{name}-{old}"').replace(f"#{old}", f"#{name}-{old}")
    count = f'<span class="prpn-count">{escape(number)}</span> ' if number else ""
    told = f"<figcaption>{count}{notation.html(caption)}</figcaption>"
    identity = f' id="{escape(name)}"' if name else ""
    alone = f' role="img" aria-label="{escape(root.get("aria-label", ""))}"' if len(parts) > 1 else ""
    return (
        f'<figure class="prpn-figure"{identity}><div class="prpn-scroll prpn-parts"{alone}>{text}</div>'
        f"{told if caption else ''}</figure>"
    )


def _one_scale(wides: list[float]) -> float:
    """How far drawings in rows may grow: those of a short row are no larger than those of a full one."""
    rows: list[list[float]] = [[]]
    for wide in wides:
        if rows[-1] and SMALLEST * sum([*rows[-1], wide]) + BETWEEN * len(rows[-1]) > COLUMN:
            rows.append([])
        rows[-1].append(wide)
    return min(LARGEST, *(max(SMALLEST, (COLUMN - BETWEEN * (len(row) - 1)) / sum(row)) for row in rows))


def _parts(root: ET.Element, drawing: ET.Element) -> list[tuple[ET.Element, float, float, float]]:
    """Drawings that stand side by side (`Sheet.add`, alone), each with its left edge, its width and its top.

    A page may then set them below each other. The first brings what is defined for all.
    """
    *defined, moved = list(drawing) or [drawing]
    groups = list(moved)
    if len(groups) < 2 or any(group.get("data-reach") is None for group in groups):
        return []
    across, down = map(float, moved.get("transform", "").removeprefix("translate(").rstrip(")").split(","))
    parts = []
    for group in groups:
        left, right, *top = map(float, group.attrib.pop("data-reach").split())
        one = ET.Element(root.tag, {"class": root.get("class", ""), "aria-hidden": "true"})
        drawn = ET.SubElement(one, drawing.tag, drawing.attrib)
        drawn.extend(defined if group is groups[0] else [])
        ET.SubElement(drawn, moved.tag, moved.attrib).append(group)
        above = top[0] + down - MARGIN if top else 0.0  # a picture stored by an earlier version names no top
        parts.append((one, left + across - MARGIN, right - left + 2 * MARGIN, above))
    return parts
