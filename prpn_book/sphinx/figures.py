"""Figures and tables of the notebooks on a page: part of it, in its colours, numbered by chapter.

A chapter's number stands in its file's name ("07-prpn-gates"). Whatever has a caption is counted, figures and
tables apart, and what stands in folds last: the numbers of a first reading have no gaps. What has a label too
can be named in the text: {ref}`fig-skyline` becomes "Figure 7.3".
"""

import hashlib
import html
import re
from pathlib import Path

from docutils import nodes
from sphinx.transforms import SphinxTransform

from prpn_book.figures.picture import facts, on_page
from prpn_book.figures.svg import style_sheet
from prpn_book.palette import css
from prpn_book.sphinx.folds import Fold

STYLES = "prpn-figures.css"
CAPTION = re.compile(r'(<table class="prpn-table"(?: data-label="([^"]*)")?)(>)<caption>')
SENTENCE = re.compile(r"<td>(?=[^<]{40})")  # a cell with so much text is prose, which may wrap

MOMENT = re.compile(r'<label for="film-[^"]*">(.*?)</label>')
FRAME = re.compile(r'<div class="frame frame-\d+">')
DRAWING = re.compile(r"<svg .*?</svg>", re.S)


class Figures(SphinxTransform):
    """Put drawings into the page, and numbers before captions."""

    default_priority = 200  # before images are collected, and copied for nothing

    def apply(self, **kwargs):
        """Visit the outputs of a notebook in their order, those in folds last."""
        self.counts = {"Figure": 0, "Table": 0}
        for bundle in sorted(self.document.findall(is_bundle), key=is_folded):
            forms = {container["mime_type"]: container for container in bundle.children}
            if "image/svg+xml" in forms:
                self.figure(forms["image/svg+xml"])
            elif "text/html" in forms:
                for raw in list(forms["text/html"].findall(nodes.raw)):
                    self.table(raw)

    def figure(self, container):
        """Replace an image by its drawing."""
        for image in list(container.findall(nodes.image)):
            svg = Path(self.env.srcdir, image["uri"].lstrip("/")).read_text("utf-8")
            told = facts(svg)
            number, name = (
                self.numbered("Figure", told)
                if told.get("caption")
                else ("", f"drawing-{hashlib.sha256(svg.encode()).hexdigest()[:8]}")
            )
            page = on_page(svg, name, number)
            exchange(image, page)

    def table(self, raw):
        """Number a table's caption; give a film's drawings the page's colours, and names on paper."""

        def caption(match: re.Match) -> str:
            number, name = self.numbered("Table", {"label": html.unescape(match[2] or "")})
            return f'{match[1]} id="{name}"{match[3]}<caption><span class="prpn-count">{number}</span> '

        text = SENTENCE.sub('<td class="prpn-prose">', CAPTION.sub(caption, raw.astext()))
        if 'class="prpn-film' in text:
            names = iter(MOMENT.findall(text))
            text = FRAME.sub(lambda frame: f'{frame[0]}<p class="moment">{next(names)}</p>', text)
            text = DRAWING.sub(lambda match: on_page(match[0]), text)
        if 'class="prpn-table"' in text or 'class="prpn-film' in text:
            exchange(raw, text)

    def numbered(self, kind: str, told: dict[str, str]) -> tuple[str, str]:
        """Count one more; return "Figure 7.3" and its id on the page, under which the text finds it."""
        self.counts[kind] += 1
        chapter = chapter_of(self.env.docname)
        place = f"{chapter}.{self.counts[kind]}" if chapter else str(self.counts[kind])
        name = told.get("label") or f"{kind.lower()}-{place.replace('.', '-')}"
        if told.get("label"):
            domain = self.env.get_domain("std")
            domain.anonlabels[name] = self.env.docname, name
            domain.labels[name] = self.env.docname, name, f"{kind} {place}"
        return f"{kind} {place}", name


def chapter_of(docname: str) -> str:
    """Return "7" for ".../07-prpn-gates"; "" for a page that is no chapter."""
    found = re.match(r"0*(\d+)-", Path(docname).name)
    return found[1] if found else ""


def exchange(node: nodes.Node, page: str) -> None:
    """Put HTML in a node's place, without the class "text_html": a dark theme lays that on a slab."""
    node.parent.replace(node, nodes.raw(text=page, format="html", classes=["output", "prpn-output"]))


def is_bundle(node: nodes.Node) -> bool:
    """True for an output of a cell in all its forms."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "mime_bundle"


def is_folded(node: nodes.Node | None) -> bool:
    """True within a fold."""
    while node is not None and not isinstance(node, Fold):
        node = node.parent
    return node is not None


def write_styles(app, config):
    """Write the palette and the figures' style sheet to where the page finds them."""
    folder = Path(app.outdir).parent / "figure-styles"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / STYLES).write_text(css() + style_sheet(), "utf-8")
    config.html_static_path.append(str(folder))


def setup(app):
    """Register all; called by Sphinx."""
    app.connect("config-inited", write_styles)
    app.add_css_file(STYLES, priority=400)
    app.add_transform(Figures)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
