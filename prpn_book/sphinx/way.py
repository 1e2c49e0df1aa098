"""The pictures of the last page: what the course asked, and what it found.

    ```{prpn-way} sentences
    ```

They are drawn from the shipped model and from the records in `results/`, when the book is built.
"""

from docutils import nodes
from docutils.parsers.rst import Directive

from prpn_book.chapters.way import PICTURES
from prpn_book.figures.picture import on_page
from prpn_book.sphinx.fresh import depend_on_library


class Way(Directive):
    """The picture of the given name with its caption, and its number on this page."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Draw, and let the page be drawn again when the library changes."""
        (name,) = self.arguments
        if name not in PICTURES:
            raise self.error(f"no picture {name!r}; there are {', '.join(PICTURES)}")
        env = self.state.document.settings.env
        depend_on_library(env)
        number = env.temp_data["prpn-way"] = env.temp_data.get("prpn-way", 0) + 1
        drawn = PICTURES[name]()
        return [nodes.raw("", on_page(drawn.svg, drawn.label, f"Figure {number}"), format="html")]


def setup(app):
    """Register; called by Sphinx."""
    app.add_directive("prpn-way", Way)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
