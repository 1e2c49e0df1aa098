"""The page of notices: what of others the built pages contain, by whom, under which licence, with its text.

    ```{prpn-notices}
    ```

Versions are those installed; licences are copied from the packages into the build.
"""

import json
import re
from dataclasses import dataclass
from html import escape
from importlib import metadata
from pathlib import Path

from docutils import nodes
from docutils.parsers.rst import Directive

ROOT = Path(__file__).resolve().parents[2]
MODULES = ROOT / "_build/frontend/node_modules"


@dataclass(frozen=True)
class Part:
    """Something of others in the pages.

    Attributes:
        name, use: what it is, what a page does with it.
        licence: its short name, as SPDX has it.
        package: where version and text come from: a Python package, or npm's with "npm:" before it.
        holder: who holds the rights, where the package brings no text of an MIT licence.
        version: where the package is another one.
    """

    name: str
    use: str
    licence: str
    package: str
    holder: str = ""
    version: str = ""


PYTHON = "@micropython/micropython-webassembly-pyscript"
PARTS = (
    Part("MicroPython", "runs loops of the explorers", "MIT", f"npm:{PYTHON}", "2013-2025 Damien P. George"),
    Part("KaTeX", "set the formulas; its style and fonts show them", "MIT", "npm:katex"),
    Part("sphinxcontrib-katex", "places the formulas", "MIT", "sphinxcontrib-katex"),
    Part("Sphinx", "made the pages; their basic style and scripts", "BSD-2-Clause", "sphinx"),
    Part("Sphinx Book Theme", "the pages' layout", "BSD-3-Clause", "sphinx-book-theme"),
    Part("PyData Sphinx Theme", "the pages' layout", "BSD-3-Clause", "pydata-sphinx-theme"),
    Part("Bootstrap", "menus and tooltips", "MIT", "", "2011-2024 The Bootstrap Authors", "5.3.3"),
    Part("Popper", "places menus and tooltips", "MIT", "", "2019 Federico Zivolo", "2.11.8"),
    Part("Source Serif 4", "letters of prose, a smaller font", "OFL-1.1", "npm:@fontsource/source-serif-4"),
    Part("Source Sans 3", "letters of headings, likewise", "OFL-1.1", "npm:@fontsource/source-sans-3"),
    Part("JetBrains Mono", "letters of code, likewise", "OFL-1.1", "npm:@fontsource/jetbrains-mono"),
    Part("Font Awesome Free", "icons, as a font of those in use", "CC-BY-4.0 AND OFL-1.1", "", "", "6.5.2"),
    Part("MyST-NB", "the style of notebook cells", "BSD-3-Clause", "myst-nb"),
    Part("Sphinx Design", "cards and grids", "MIT", "sphinx-design"),
    Part("sphinx-copybutton", "the button that copies code", "MIT", "sphinx-copybutton"),
    Part("clipboard.js", "copies", "MIT", "", "Zeno Rocha", "2.0.8"),
    Part("sphinx-togglebutton", "folds", "MIT", "sphinx-togglebutton"),
    Part("Pygments", "the colours of code", "BSD-2-Clause", "pygments"),
)  # fmt: skip
AWESOME = """Font Awesome Free {version} by @fontawesome, https://fontawesome.com
Copyright 2024 Fonticons, Inc. (https://fontawesome.com)
Icons: CC BY 4.0, https://creativecommons.org/licenses/by/4.0/
Fonts: SIL Open Font License 1.1, https://openfontlicense.org

The pages hold fonts made from it, with the glyphs in use only and under another name.
"""


def version(part: Part) -> str:
    """Return the version of what is installed."""
    if part.package.startswith("npm:"):
        about = MODULES / part.package.removeprefix("npm:") / "package.json"
        return json.loads(about.read_text("utf-8"))["version"]
    return part.version or metadata.version(part.package)


def licence_text(part: Part) -> str:
    """Return a licence's words.

    Raises:
        FileNotFoundError: neither the package nor this module has them.
    """
    if part.holder:
        ours = (ROOT / "LICENSE").read_text("utf-8")
        return re.sub(r"Copyright \(c\).*", f"Copyright (c) {part.holder}", ours, count=1)
    if part.name.startswith("Font Awesome"):
        return AWESOME.format(version=part.version)
    if part.package.startswith("npm:"):
        return (MODULES / part.package.removeprefix("npm:") / "LICENSE").read_text("utf-8")
    for file in metadata.files(part.package) or []:
        if re.match(r"(LICEN[CS]E|COPYING)", file.name):
            return Path(file.locate()).read_text("utf-8")
    raise FileNotFoundError(f"{part.package} brings no licence; name its holder in {__file__}")


def file_of(part: Part) -> str:
    """Return the name of a licence's file in the build."""
    return f"licences/{re.sub(r'[^a-z]+', '-', part.name.lower())}.txt"


def lay_out(app, config) -> None:
    """Write the licences where the build takes static files from; the extension figures offers the folder."""
    for part in PARTS:
        path, text = Path(app.outdir).parent / "figure-styles" / file_of(part), licence_text(part)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


class Notices(Directive):
    """A table of all parts, each with its licence linked."""

    def run(self) -> list[nodes.Node]:
        """Write the table."""
        env = self.state.document.settings.env
        top = "../" * env.docname.count("/")
        rows = "".join(
            f'<tr><th scope="row">{escape(part.name)} {version(part)}</th><td>{escape(part.use)}</td>'
            f'<td><a href="{top}_static/{file_of(part)}">{part.licence}</a></td></tr>\n'
            for part in PARTS
        )
        head = "<tr><th>what</th><th>what for</th><th>licence</th></tr>"
        table = f'<table class="prpn-table"><thead>{head}</thead><tbody>{rows}</tbody></table>'
        return [nodes.raw("", f'<div class="prpn-scroll">{table}</div>', format="html")]


def setup(app):
    """Register; called by Sphinx."""
    app.connect("config-inited", lay_out, priority=600)
    app.add_directive("prpn-notices", Notices)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
