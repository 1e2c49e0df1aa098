"""The map of the chapters: a tile each, with its question, and a branch to the nearest that each needs.

    ```{prpn-map}
    | **Part I. Composing meaning** | **How do words become a sentence?** |
    | [1. Composing vectors](part1-composition/01-composing-vectors.ipynb) | Is an adjective a thing to add? |
    ```

What a chapter needs is read where it says so to its readers, behind "You need:". On the page the tiles are a
list, in words, and the drawing adds nothing to them. A page without a number, "[A page](...)", goes by its
file's name, and carries a sign.
"""

import json
import re
from html import escape
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

PART = re.compile(r"\| \*\*(.+?)\*\* \| \*\*(.+?)\*\* \|")
CHAPTER = re.compile(r"\| \[(?:(\d+)\. )?(.+?)\]\((.+?)\.ipynb\) \| (.+?) \|")
PAGE = re.compile(r"\]\((?:[^()]*/)?([a-z][\w-]*)\.ipynb\)")  # a link to one without a number
SIGN = "\u2202"  # of a page without a number
NEEDS = re.compile(r"^You need: (.*?)Time: ", re.M | re.S)
MARK = (
    '<svg class="sign" viewBox="0 0 64 64" aria-hidden="true">'
    '<path d="M22 60C5 48 5 28 32 16C59 28 59 48 42 60M32 16V4"/>'
    '<text x="32" y="46">{0}</text></svg>'
)


def needs(chapter: Path) -> list[str]:
    """Return the numbers of the chapters that one says it needs, in their order, then pages without a number.

    Raises:
        ValueError: no cell of the notebook says what it needs.
    """
    cells = json.loads(chapter.read_text("utf-8"))["cells"]
    found = NEEDS.search(
        "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    )
    if not found:
        raise ValueError(
            f'{chapter}: no line says "You need: ... Time: ..."; the map of the chapters reads it'
        )
    return [*sorted(set(re.findall(r"chapter (\d+)", found[1])), key=int), *PAGE.findall(found[1])]


def arc(start: int, end: int, rows: int) -> str:
    """Return the line from the middle of a row, counted from 0, to that of another, 100 wide at most."""
    reach = 100 - 128 * min(1, 0.16 + (end - start) / rows)
    return f"M100 {start + 0.5}C{reach:.0f} {start + 0.5} {reach:.0f} {end + 0.5} 100 {end + 0.5}"


def tile(number: str, title: str, path: str, question: str, needed: list[str]) -> str:
    """Return the item of a chapter; `needed` holds numbers, and titles of pages without one."""
    *most, last = needed or [""]
    told = f"needs {', '.join(most)} and {last}" if most else f"needs {last}" if last else "start here"
    sign = MARK.format(number if number.isdigit() else SIGN)
    return (
        f'<li><a href="{escape(path)}.html" data-n="{number}">{sign}'
        f'<span class="title">{escape(title)}</span> <span class="question">{escape(question)}</span> '
        f'<span class="needs">{told}</span></a></li>'
    )


def lit(number: str, needed: list[str]) -> str:
    """Return the rule that lights what a chapter needs while one points at its tile."""
    at = f'.prpn-map:has([data-n="{number}"]:is(:hover, :focus-visible))'
    others = ", ".join(f'[data-n="{one}"]' for one in needed)
    tiles = f"{at} :is({others}) {{ border-color: var(--prpn-tree); }}" if needed else ""
    return f'{at} [data-to="{number}"] {{ opacity: 1; stroke-width: 3; }}{tiles}'


class Map(Directive):
    """The map of the chapters in the lines of its content."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Draw, and let the page be read again when a chapter changes."""
        env = self.state.document.settings.env
        items, arcs, rules, row_of, called = [], [], [], {}, {}
        rows = [line for line in self.content if line.strip()]
        for row, line in enumerate(rows):
            if part := PART.fullmatch(line):
                items.append(f'<li class="part"><b>{escape(part[1])}</b> <span>{escape(part[2])}</span></li>')
                continue
            if not (found := CHAPTER.fullmatch(line)):
                raise self.error(f"a line of the map is neither a part nor a chapter: {line}")
            numbered, title, path, question = found.groups()
            number = numbered or Path(path).name
            notebook = Path(env.srcdir, env.docname).parent / f"{path}.ipynb"
            env.note_dependency(str(notebook))
            needed = needs(notebook)
            row_of[number], called[number] = row, numbered or title
            named = [called.get(one, one) for one in needed]
            items.append(tile(number, title, path, question, named))
            rules.append(lit(number, needed))
            above = [row_of[one] for one in needed if one in row_of]
            for start in above:
                near = ' class="near"' if start == max(above) else ""
                arcs.append(f'<path{near} data-to="{number}" d="{arc(start, row, len(rows))}"/>')
        drawing = (
            f'<svg class="arcs" viewBox="0 0 100 {len(rows)}" preserveAspectRatio="none" aria-hidden="true">'
            f"{''.join(arcs)}</svg>"
        )
        page = (
            f'<style>{"".join(rules)}</style><div class="prpn-map">{drawing}<ul>{"".join(items)}</ul></div>'
        )
        return [nodes.raw("", page, format="html")]


def setup(app):
    """Register; called by Sphinx."""
    app.add_directive("prpn-map", Map)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
