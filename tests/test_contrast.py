"""Words of figures against what lies under them, by the palette, in both themes: axe passes over SVG."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import nbformat
import pytest

from prpn_book.palette import COLOURS

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted(ROOT.glob("book/part*/*.ipynb"))
LEAST = 4.5  # WCAG 2, level AA, for words of this size
HATCHED = 0.35  # how much of its colour a hatched box has: a ground of 0.22, and its strokes
DRAWING = re.compile(r"<svg .*?</svg>", re.S)


def rgb(colour):
    return [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]


def blend(over, under, share):
    return [share * a + (1 - share) * b for a, b in zip(over, under, strict=True)]


def luminance(colour):
    linear = [x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def concept_of(classes):
    return next((name for name in classes if name in COLOURS), "ink")


def walk(element, x=0.0, y=0.0, faint=False):
    """The shapes of a drawing in their order, each with where its group lies and whether that stands back."""
    for part in element:
        tag = part.tag.rpartition("}")[2]
        if tag == "g":
            moved = re.search(r"translate\(([-\d.]+),([-\d.]+)\)", part.get("transform", ""))
            dx, dy = map(float, moved.groups()) if moved else (0.0, 0.0)
            yield from walk(part, x + dx, y + dy, faint or "faint" in part.get("class", "").split())
        elif tag != "defs":
            yield tag, part, x, y, faint


def ground(tag, part, x, y):
    """The box that a filled shape covers, its concept and its share; None where it covers none."""
    classes = part.get("class", "").split()
    opacity = re.search(r"fill-opacity:([\d.]+)", part.get("style", ""))
    share = HATCHED if "hatched" in classes else float(opacity[1]) if opacity else 1.0
    if not {"fill", "hatched"} & set(classes) or tag not in ("rect", "circle"):
        return None
    given = {name: float(part.get(name, 0)) for name in ("x", "y", "width", "height", "cx", "cy", "r")}
    if tag == "circle":
        left, top, wide, high = (
            given["cx"] - given["r"],
            given["cy"] - given["r"],
            2 * given["r"],
            2 * given["r"],
        )
    else:
        left, top, wide, high = (given[name] for name in ("x", "y", "width", "height"))
    return (left + x, top + y, left + x + wide, top + y + high), concept_of(classes), share


def too_pale(svg, theme):
    """The words of a drawing that do not stand out: what they say, and their contrast."""
    colours = {name: rgb(both[theme]) for name, both in COLOURS.items()}
    found, grounds = [], []
    drawing = next(part for part in ET.fromstring(svg) if part.get("class") == "drawing")
    for tag, part, x, y, faint in walk(drawing):
        if tag == "text":
            at = float(part.get("x", 0)) + x, float(part.get("y", 0)) + y - 5
            classes, under = part.get("class", "").split(), colours["paper"]
            for (left, top, right, bottom), concept, share in [] if "halo" in classes else grounds:
                if left <= at[0] <= right and top <= at[1] <= bottom:
                    under = blend(colours[concept], under, share)
            seen = contrast(colours[concept_of(classes)], under)
            if seen < LEAST and not faint:
                found.append((theme, "".join(part.itertext()), round(seen, 2)))
        elif laid := ground(tag, part, x, y):
            grounds.append(laid)
    return found


def drawings(path):
    for cell in nbformat.read(path, as_version=4).cells:
        for output in cell.get("outputs", ()):
            data = output.get("data", {})
            texts = (data.get("image/svg+xml", ""), data.get("text/html", ""))
            for svg in DRAWING.findall("".join(texts)):
                if 'class="drawing"' in svg:
                    yield cell.id, svg


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_concept_can_be_read_on_paper(theme):
    paper = rgb(COLOURS["paper"][theme])
    words = set(COLOURS) - {"paper", "rule"}  # rules are lines
    assert [name for name in sorted(words) if contrast(rgb(COLOURS[name][theme]), paper) < LEAST] == []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_word_of_a_figure_stands_out(path):
    assert [
        (cell, *pale)
        for cell, svg in drawings(path)
        for theme in ("light", "dark")
        for pale in too_pale(svg, theme)
    ] == []


def test_a_pale_word_is_found():
    group = '<g class="drawing"><g transform="translate(5,5)">{}</g></g>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg">{group}</svg>'
    box = '<rect class="fill gate" width="20" height="20"{}/><text x="10" y="14" class="limit{}">w</text>'
    assert too_pale(svg.format(box.format("", "")), "light")
    assert not too_pale(svg.format(box.format("", " halo")), "light")
    assert not too_pale(svg.format(box.format(' style="fill-opacity:0.05"', "")), "light")
