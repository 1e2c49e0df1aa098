"""An explorer on a page that is no notebook: its static twin, made when the book is built.

    ```{prpn-explorer} PrpnExplorer
    ```

Like the stored output of a notebook it comes to life where a reader scrolls near it; the page itself waits
for nothing. Each has its place on the page from the start, as high as it will be.
"""

import json
import re
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

from prpn_book import explore
from prpn_book.sphinx.fresh import depend_on_library

ROOMS = json.loads(Path(__file__).with_name("rooms.json").read_text("utf-8"))  # book/_frontend/rooms.py
TWIN = re.compile(r'<div class="prpn-twin"')


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


def keep_free(app, pagename, templatename, context, doctree) -> None:
    """Tell each explorer's place on a page how high it will be, on a wide page and on a phone."""
    rooms = iter(ROOMS.get(pagename, ()))

    def with_room(twin: re.Match) -> str:
        room = next(rooms, None)
        return f'{twin[0]} style="--prpn-wide:{room[0]}px;--prpn-narrow:{room[1]}px"' if room else twin[0]

    if "body" in context:
        context["body"] = TWIN.sub(with_room, context["body"])


def setup(app):
    """Register; called by Sphinx."""
    app.add_directive("prpn-explorer", Explorer)
    app.connect("html-page-context", keep_free)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
