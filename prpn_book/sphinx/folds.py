"""What a first reading leaves out: a run of cells tagged `deeper` or `evidence` is one fold of the page.

The first cell of the run is Markdown and begins with a heading: the line that one clicks. The next cell that
begins with a heading begins the next fold. In JupyterLab the cells stand open, below their heading.
"""

import re

import nbformat
from docutils import nodes
from docutils.parsers.rst import Directive
from nbformat.v4 import new_markdown_cell
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

KINDS = {"deeper": "Deeper", "evidence": "Evidence"}
HEADING = re.compile(r"#{2,6} +(.+?) *\n")


class Fold(nodes.General, nodes.Element):
    """A fold of the page, of one of the kinds; its first child is its title."""


class Begin(nodes.Invisible, nodes.Element):
    """Where a fold begins, until its cells are gathered."""


class End(nodes.Invisible, nodes.Element):
    """Where a fold ends."""


class BeginFold(Directive):
    """Begin a fold of the given kind; the content is its title."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """Parse the title."""
        begin = Begin(kind=self.arguments[0])
        self.state.nested_parse(self.content, self.content_offset, begin)
        return [begin]


class EndFold(Directive):
    """End the fold."""

    def run(self) -> list[nodes.Node]:
        """Mark the place."""
        return [End()]


def kind_of(cell) -> str | None:
    """Return the tag that folds a cell, if it has one."""
    return next((tag for tag in cell.metadata.get("tags", ()) if tag in KINDS), None)


def heading(cell) -> re.Match | None:
    """The heading that a cell begins with, if it does."""
    return re.match(HEADING, cell.source + "\n") if cell.cell_type == "markdown" else None


def runs(cells) -> list[tuple[str | None, list]]:
    """Cells in groups of one kind; within a kind a heading begins another fold."""
    out: list[tuple[str | None, list]] = []
    for cell in cells:
        kind = kind_of(cell)
        if out and out[-1][0] == kind and not (kind and heading(cell)):
            out[-1][1].append(cell)
        else:
            out.append((kind, [cell]))
    return out


def read(text: str):
    """Return a notebook with each run of folded cells between two directives.

    Raises:
        ExtensionError: a run does not begin with a heading.
    """
    notebook = nbformat.reads(text, as_version=4)
    cells = []
    for kind, run in runs(notebook.cells):
        if kind:
            head = heading(run[0])
            if head is None:
                raise ExtensionError(
                    f"cells tagged {kind!r} make one fold, and its first cell has to begin with a heading "
                    f"such as '#### Title'; here it begins: {run[0].source[:80]!r}"
                )
            run[0].source = run[0].source[head.end() :]
            opening = new_markdown_cell(f"```{{fold-begin}} {kind}\n{head[1]}\n```")
            run = [opening, *run, new_markdown_cell("```{fold-end}\n```")]
        cells += run
    notebook.cells = cells
    return notebook


class Folds(SphinxTransform):
    """Gather what stands between the two marks of a fold."""

    default_priority = 150  # before figures and equations are numbered

    def apply(self, **kwargs):
        """Visit the folds of a page."""
        for begin in list(self.document.findall(Begin)):
            parent, place = begin.parent, begin.parent.index(begin)
            end = next((n for n in range(place, len(parent)) if isinstance(parent[n], End)), None)
            title = nodes.inline("", "", *[child for block in begin for child in block], classes=["title"])
            if end is None:
                where = f"{self.env.docname}: the fold {title.astext()!r}"
                raise ExtensionError(f"{where} holds a heading; begin its parts in bold")
            inside = parent[place + 1 : end]
            del parent[place : end + 1]
            parent.insert(place, Fold("", title, *inside, kind=begin["kind"]))


def visit(translator, node):
    """Open the fold, and write its title."""
    kind = node["kind"]
    translator.body.append(f'<details class="prpn-fold prpn-{kind}"><summary><span>{KINDS[kind]}</span> ')
    node[0].walkabout(translator)
    translator.body.append("</summary>\n")
    for child in node[1:]:
        child.walkabout(translator)
    translator.body.append("</details>\n")
    raise nodes.SkipNode


def setup(app):
    """Register; called by Sphinx. Folds are read where notebooks are."""
    app.add_node(Fold, html=(visit, None))
    app.add_directive("fold-begin", BeginFold)
    app.add_directive("fold-end", EndFold)
    app.add_transform(Folds)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
