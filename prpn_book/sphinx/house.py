"""The drawing of the house: packages as boxes, imports as arrows, layers as import-linter holds them.

    ```{prpn-house} prpn_edu
    ```

draws the parts of one package; without a name, the four packages.

Nothing is drawn by hand: the imports are read from the sources, the order of the layers from pyproject.toml.
An arrow that follows from two others is left out of the picture, and so are small modules that share their
layer, which anything may use; the list below the picture names every import.
"""

import functools
import tomllib
from html import escape
from itertools import pairwise

import grimp
from docutils import nodes
from docutils.parsers.rst import Directive

from prpn_book import palette
from prpn_book.sphinx.fresh import ROOT, depend_on_library

PACKAGES = ("prpn_edu", "prpn_book", "prpn_course", "prpn_class")
WIDTH, ROW, BOX, HIGH = 760, 92, 150, 44
ASIDE = (
    -130,
    -130,
    120,
    120,
    0,
    0,
    180,
    -150,
)  # how far a row stands from the middle, so that arrows can pass
# The concept whose colour a package has; the others are plain.
COLOUR = {
    "data": "word",
    "trees": "tree",
    "composition": "memory",
    "latent": "gate",
    "training": "limit",
    "evaluation": "attention",
}
ARROW = (
    '<marker id="prpn-arrow" viewBox="0 0 10 10" refX="2" refY="5" markerWidth="7" markerHeight="7" '
    'orient="auto"><path d="M0 0 L10 5 L0 10 z" style="fill: currentColor"/></marker>'
)
STYLE = """
.prpn-house text { font: 16px var(--pst-font-family-base, sans-serif); text-anchor: middle; }
.prpn-house text { fill: currentColor; }
.prpn-house rect { fill: var(--pst-color-background, #fff); stroke-width: 2; }
.prpn-house path { fill: none; stroke: currentColor; opacity: .55; }
.prpn-house svg { width: 100%; height: auto; }
"""


@functools.cache
def graph() -> grimp.ImportGraph:
    """Return the imports of all modules of the four packages."""
    return grimp.build_graph(*PACKAGES, cache_dir=None)


def imports(package: str = "") -> dict[str, set[str]]:
    """Return for each part right below a package those of its parts that it imports itself.

    Args:
        package: one of the four; by default the parts are the four themselves.
    """
    parts = graph().find_children(package) if package else PACKAGES
    names = {module.removeprefix(f"{package}."): module for module in parts}
    return {
        name: {
            other
            for other, imported in names.items()
            if other != name
            and graph().direct_import_exists(importer=module, imported=imported, as_packages=True)
        }
        for name, module in sorted(names.items())
    }


def layers(package: str = "") -> list[list[str]]:
    """Return the parts of a package by layer, the topmost first, as import-linter holds them."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    containers = [package] if package else []
    (lines,) = (
        contract["layers"]
        for contract in contracts
        if contract["type"] == "layers" and contract.get("containers", []) == containers
    )
    return [[name.strip() for name in line.split("|")] for line in lines]


def is_package(package: str, name: str) -> bool:
    """Whether a part is a folder."""
    return (ROOT / package / name / "__init__.py").exists()


def reduced(found: dict[str, set[str]]) -> list[tuple[str, str]]:
    """Return the imports that do not follow from two others, as pairs (importer, imported)."""

    def reach(name: str) -> set[str]:
        reached, new = set(), found[name]
        while new:
            reached, new = reached | new, {other for one in new for other in found[one]} - reached - new
        return reached

    return [
        (name, other)
        for name, others in found.items()
        for other in sorted(others)
        if not any(other in reach(between) for between in others - {other})
    ]


def drawing(package: str = "") -> str:
    """Return the picture as inline SVG, its text as text, in the colours of the page's theme."""
    rows = [row for row in layers(package) if len(row) == 1 or any(is_package(package, one) for one in row)]
    place = {
        name: (WIDTH * (at + 1) / (len(row) + 1) + ASIDE[number % len(ASIDE)], ROW * number + ROW / 2)
        for number, row in enumerate(rows)
        for at, name in enumerate(row)
    }
    shown = {name: others & set(place) for name, others in imports(package).items() if name in place}
    arrows = "".join(
        f'<path d="{_curve(place[name], place[other])}" marker-end="url(#prpn-arrow)"/>'
        for name, other in reduced(shown)
    )
    boxes = "".join(_box(name, *at) for name, at in place.items())
    label = f"{package or 'The course'} in {len(rows)} layers; the list below names their imports"
    return (
        f'<figure class="prpn-house"><style>{palette.css()}{STYLE}</style>'
        f'<svg viewBox="0 0 {WIDTH} {ROW * len(rows)}" role="img" aria-label="{label}">'
        f"<defs>{ARROW}</defs>{arrows}{boxes}</svg></figure>"
    )


def _curve(start: tuple[float, float], end: tuple[float, float]) -> str:
    """The path from the lower edge of one box to the upper edge of another."""
    (x, y), (u, v) = start, end
    return f"M{x:g} {y + HIGH / 2:g} C{x:g} {y + ROW / 2:g} {u:g} {v - ROW / 2:g} {u:g} {v - HIGH / 2 - 7:g}"


def _box(name: str, x: float, y: float) -> str:
    """A package around its middle."""
    stroke = f"var(--prpn-{COLOUR[name]})" if name in COLOUR else "currentColor"
    return (
        f'<rect x="{x - BOX / 2:g}" y="{y - HIGH / 2:g}" width="{BOX}" height="{HIGH}" rx="6" '
        f'stroke="{stroke}"/>'
        f'<text x="{x:g}" y="{y + 6:g}">{escape(name)}</text>'
    )


class House(Directive):
    """The picture of the four packages, or of the parts of one, and the same as a list."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Draw, and let the page be drawn again when the library changes."""
        depend_on_library(self.state.document.settings.env)
        (package,) = self.arguments or [""]
        found = imports(package)
        items = nodes.bullet_list()
        for name in (name for row in layers(package) for name in row):
            line = nodes.paragraph("", "", nodes.literal("", name))
            others = sorted(found[name])
            line += nodes.Text(" imports " if others else " imports no other part")
            for before, other in pairwise(["", *others]):
                line += [nodes.Text(", " if before else ""), nodes.literal("", other)]
            items += nodes.list_item("", line)
        return [nodes.raw("", drawing(package), format="html"), items]


def setup(app):
    """Register; called by Sphinx."""
    app.add_directive("prpn-house", House)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
