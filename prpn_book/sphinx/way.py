"""The picture of the last page: how far each chapter came on real sentences.

    ```{prpn-way}
    ```

It is drawn from the records in `results/`, when the book is built.
"""

from docutils import nodes
from docutils.parsers.rst import Directive

from prpn_book.chapters.way import way
from prpn_book.figures.picture import on_page
from prpn_book.sphinx.fresh import depend_on_library


class Way(Directive):
    """The picture with its caption; the page has no other, so it is not numbered."""

    def run(self) -> list[nodes.Node]:
        """Draw, and let the page be drawn again when the library changes."""
        depend_on_library(self.state.document.settings.env)
        drawn = way()
        return [nodes.raw("", on_page(drawn.svg, drawn.label), format="html")]


def setup(app):
    """Register; called by Sphinx."""
    app.add_directive("prpn-way", Way)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
