"""An explorer on a page that is no notebook: its static twin, made when the book is built.

    ```{prpn-explorer} PrpnExplorer
    ```

Like the stored output of a notebook it comes to life where a reader scrolls near it; the page itself waits
for nothing.
"""

from docutils import nodes
from docutils.parsers.rst import Directive

from prpn_book import explore
from prpn_book.sphinx.fresh import depend_on_library


class Explorer(Directive):
    """The explorer of the given name, in the state in which it starts."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Write the twin, and let the page be read again when the library changes."""
        (name,) = self.arguments
        kind = getattr(explore, name, None)
        if not (
            isinstance(kind, type) and issubclass(kind, explore.Explorer) and kind is not explore.Explorer
        ):
            raise self.error(f"prpn_book.explore has no explorer {name!r}")
        depend_on_library(self.state.document.settings.env)
        return [nodes.raw("", kind().twin(), format="html")]


def setup(app):
    """Register; called by Sphinx."""
    app.add_directive("prpn-explorer", Explorer)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
