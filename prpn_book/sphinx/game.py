"""You against the machine: the game that begins the book, and the place for a reader's own machine.

    ```{prpn-game}
    ```

    ```{prpn-drop}
    ```

The game's sentences stand in `prpn_book/explore/game/sentences.json`, its machine in
`prpn_edu/loops/english.json`; `book/_frontend/vendor.py` bundles what runs in the page. A machine is a
`page.json` of `prpn-edu induce`.
"""

import json
from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

from prpn_edu.data import plain
from prpn_edu.loops import page
from prpn_edu.loops.transitions import brackets

ROOT = Path(__file__).resolve().parents[2]
SENTENCES = ROOT / "prpn_book/explore/game/sentences.json"
MACHINE = ROOT / "prpn_edu/loops/english.json"


def page_part(env, kind: str, inside: str) -> nodes.raw:
    """Return an element that game.js brings to life, with its style and its script."""
    vendor = "../" * env.docname.count("/") + "_static/vendor/game/"
    html = (
        f'<link rel="stylesheet" href="{vendor}game.css"><div class="{kind}">{inside}</div>'
        f'<script defer src="{vendor}game.js"></script>'
    )
    return nodes.raw("", html, format="html")


def without_scripts(sentences: list[dict]) -> str:
    """Return the sentences as a list, each with the machine's brackets folded away."""
    machine = page.stage_of(json.loads(MACHINE.read_text("utf-8")))

    def item(text: str) -> str:
        words = plain.words(text)
        tree = brackets(page.last_tree(machine, [plain.form(word) for word in words], words))
        return (
            f"<li>{escape(text)}<details><summary>The machine</summary><p>{escape(tree)}</p></details></li>"
        )

    items = "".join(item(one["text"]) for one in sentences)
    return f"<noscript><p>Draw brackets, then see those of a machine.</p><ol>{items}</ol></noscript>"


class Game(Directive):
    """The game; without scripts, its sentences and the machine's trees."""

    def run(self) -> list[nodes.Node]:
        """Write the sentences, and let the page be read again when they change."""
        env = self.state.document.settings.env
        for file in (SENTENCES, MACHINE):
            env.note_dependency(str(file))
        sentences = json.loads(SENTENCES.read_text("utf-8"))
        told = f'<script type="application/json">{json.dumps({"sentences": sentences})}</script>'
        return [page_part(env, "prpn-game-here", without_scripts(sentences) + told)]


class Drop(Directive):
    """The place where a reader drops a page.json."""

    def run(self) -> list[nodes.Node]:
        """Write it; without scripts it says what it needs."""
        without = "<noscript><p>To open a page.json here, the page needs scripts.</p></noscript>"
        return [page_part(self.state.document.settings.env, "prpn-drop-here", without)]


def setup(app):
    """Register; called by Sphinx."""
    app.add_directive("prpn-game", Game)
    app.add_directive("prpn-drop", Drop)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
