"""What all explorers share: one drawing module, alive with a kernel and without one."""

import html
import json
import unicodedata
from collections.abc import Iterable
from importlib import resources
from typing import Any, ClassVar

import anywidget
import traitlets

# The files of each explorer's drawing module, in order.
MODULES = {
    "gates": ("parts.js", "tree.js", "gates.js"),
    "stepper": ("parts.js", "tree.js", "stepper.js"),
}
STYLE = "explore.css"

# Asks for the explorers' script, once a page, and only in a page of the book: elsewhere `content_root` is not
# set, and the table of numbers stays as it is.
_LOADER = """<script>
(() => {
  const root = document.documentElement.dataset.content_root;
  if (window.prpnExplore) window.prpnExplore.mount();
  else if (root !== undefined && !document.getElementById("prpn-explore")) {
    const script = document.createElement("script");
    script.id = "prpn-explore";
    script.src = root + "_static/vendor/prpn-explore.js";
    document.head.append(script);
  }
})();
</script>"""


def source(files: str | Iterable[str]) -> str:
    """Return the text of a file of this folder, or of several, one after the other."""
    files = (files,) if isinstance(files, str) else files
    return "\n".join(resources.files(__package__).joinpath(name).read_text("utf8") for name in files)


def _width(text: str) -> int:
    """Return how many columns a text takes: the tilde over s̃ stands on its letter and takes none."""
    return sum(not unicodedata.combining(letter) for letter in text)


class Explorer(anywidget.AnyWidget):
    """A figure whose state is a few traits, and whose numbers a plain loop computes from them.

    With a kernel, a changed trait changes `view` here, and the page draws it. Without one, the stored output
    carries a static twin: a table of the numbers that any page can show, and the state, from which the book's
    script brings the same drawing to life. Its `view` comes from the same loop, run by MicroPython.

    A subclass sets `name` (a key of `MODULES`), `call` (module of `prpn_edu.loops`, function, its arguments,
    which are traits too) and its traits, and writes `_numbers`, `title` and `table`.

    Attributes:
        view: what is drawn: the state that it belongs to, under "state", and everything the loop returned.
        content: what the page shows and never changes: labels, the state to go back to, and, under "ask" and
            "questions", what the reader is to predict before dragging: pairs of a question and its answer.
    """

    name: ClassVar[str]
    call: ClassVar[dict[str, Any]]

    view = traitlets.Dict().tag(sync=True)
    content = traitlets.Dict().tag(sync=True)

    def __init_subclass__(cls, **kwargs):
        if "name" in cls.__dict__:  # not the class that traitlets makes of each object
            cls._esm = source(MODULES[cls.name])
            cls._css = source(STYLE)
        super().__init_subclass__(**kwargs)

    def state(self) -> dict[str, Any]:
        """Return the arguments of the loop, as they stand."""
        return {name: getattr(self, name) for name in self.call["arguments"]}

    def title(self) -> str:
        """Return one line that says what is shown."""
        raise NotImplementedError

    def table(self) -> list[list[str]]:
        """Return the numbers as rows of text: a heading row, then one row a quantity, its name first."""
        raise NotImplementedError

    def notes(self) -> list[str]:
        """Return what the picture says beyond the table, one line each."""
        return []

    def __repr__(self) -> str:
        """The text alternative: no address in it, so that a notebook's test can compare it."""
        rows = self.table()
        widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]

        def line(cells):
            padded = (cell + " " * (w - _width(cell)) for cell, w in zip(cells, widths, strict=True))
            return "  ".join(padded).rstrip()

        return "\n".join([self.title(), *map(line, rows), *self.notes()])

    def _repr_mimebundle_(self, **kwargs) -> tuple[dict, dict]:
        data, metadata = super()._repr_mimebundle_(**kwargs)
        return {**data, "text/html": self.twin()}, metadata

    def twin(self) -> str:
        """Return the explorer for a page without a kernel, as HTML that depends on the state alone."""
        heading, *rows = self.table()
        head = "".join(f'<th scope="col">{html.escape(cell)}</th>' for cell in heading)
        body = "\n".join(
            f'<tr><th scope="row">{html.escape(name)}</th>'
            + "".join(f"<td>{html.escape(cell)}</td>" for cell in cells)
            + "</tr>"
            for name, *cells in rows
        )
        questions = "\n".join(
            f"<details><summary>{html.escape(question)}</summary><p>{html.escape(answer)}</p></details>"
            for question, answer in self.content["questions"]
        )
        notes = "\n".join(f"<p>{html.escape(note)}</p>" for note in self.notes())
        stored = {
            "module": self.name,
            "call": self.call,
            "state": {**self.state(), "view": self.view, "content": self.content},
        }
        # "<" would let a word of the reader's end the script: as an escape it is the same JSON.
        data = json.dumps(stored, ensure_ascii=False, sort_keys=True).replace("<", "\\u003c")
        return f"""<div class="prpn-twin">
<p>{html.escape(self.content["ask"])}</p>
{questions}
<table>
<caption>{html.escape(self.title())}</caption>
<thead><tr>{head}</tr></thead>
<tbody>
{body}
</tbody>
</table>
{notes}
<script type="application/json">{data}</script>
</div>
{_LOADER}"""
