"""The book's own typefaces: a serif for prose, a sans for headings, a monospaced one for code.

They come with npm as whole fonts. The letters that English prose and code need make fonts of their own here,
under another name, since a changed font may not keep its own; type.css says where each is used. What they
lack, a reader's own fonts have.
"""

from pathlib import Path

from prpn_book.sphinx.icons import font
from prpn_book.sphinx.notices import MODULES

FACES = {
    "serif-400": "source-serif-4/files/source-serif-4-latin-400-normal",
    "serif-400-italic": "source-serif-4/files/source-serif-4-latin-400-italic",
    "serif-600": "source-serif-4/files/source-serif-4-latin-600-normal",
    "sans-600": "source-sans-3/files/source-sans-3-latin-600-normal",
    "mono-400": "jetbrains-mono/files/jetbrains-mono-latin-400-normal",
}
SIGNS = {*range(0x20, 0x7F), *map(ord, "\xa0§°±·×äéöü–—‘’“”…−")}
NAMES = {"Source Serif": "prpn serif", "Source Sans": "prpn sans", "JetBrains": "prpn"}
NAMES |= {name.replace(" ", ""): ours.replace(" ", "") for name, ours in NAMES.items()}


def lay_out(app, config) -> None:
    """Write the fonts where the style sheet looks for them; the extension figures offers the folder."""
    folder = Path(app.outdir).parent / "figure-styles/type"
    sources = {name: MODULES / "@fontsource" / f"{face}.woff" for name, face in FACES.items()}
    made = max(path.stat().st_mtime for path in [*sources.values(), Path(__file__)])
    for name, source in sources.items():
        target = folder / f"{name}.woff"
        if not target.exists() or target.stat().st_mtime < made:
            font(source, SIGNS, target, NAMES, layout_features=["kern", "liga"], hinting=False)


def setup(app):
    """Register; called by Sphinx."""
    app.connect("config-inited", lay_out, priority=600)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
