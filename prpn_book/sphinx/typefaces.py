"""The book's own typefaces: a serif for prose, a sans for headings, a monospaced one for code; and KaTeX's.

They come with npm as whole fonts. The letters that English prose and code need make fonts of their own
here, under another name, since a changed font may not keep its own. What they lack, a reader's own fonts
have. The style sheet holds those that a first screen shows: a page never stands in other letters first,
which would move what one reads. type.css says where each is used. Of KaTeX's fonts a page asks for the
signs that some page has.
"""

import base64
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
SHEET = "faces.css"
FORMULAS = "vendor/katex/fonts"


def face(name: str, source: str) -> str:
    """The rule of a typeface, by its name in `FACES`."""
    family, weight, *style = name.split("-")
    weights = "600 700" if family == "serif" and weight == "600" else weight
    slant = style[0] if style else "normal"
    told = f'font-family: "prpn {family}"; font-weight: {weights}; font-style: {slant}; font-display: swap'
    return f'@font-face {{ {told}; src: url("{source}") format("woff2"); }}\n'


def lay_out(app, config) -> None:
    """Write the fonts and their sheet where pages look for them; figures.py offers the folder."""
    folder = Path(app.outdir).parent / "figure-styles"
    sources = {name: MODULES / "@fontsource" / f"{face}.woff" for name, face in FACES.items()}
    made = max(path.stat().st_mtime for path in [*sources.values(), Path(__file__)])
    rules = []
    for name, source in sources.items():
        target = folder / f"type/{name}.woff2"
        if not target.exists() or target.stat().st_mtime < made:
            font(source, SIGNS, target, NAMES, layout_features=["kern", "liga"], hinting=False)
        held = f"data:font/woff2;base64,{base64.b64encode(target.read_bytes()).decode()}"
        rules.append(face(name, f"type/{target.name}" if name.startswith("mono") else held))
    sheet = "".join(rules)
    if not (folder / SHEET).exists() or (folder / SHEET).read_text("utf-8") != sheet:
        (folder / SHEET).write_text(sheet, "utf-8")


def trim_formulas(app, exception) -> None:
    """Leave in KaTeX's fonts the signs that are anywhere on a page."""
    if exception or app.builder.name != "html":
        return
    out = Path(app.outdir)
    signs = {ord(sign) for page in out.rglob("book/**/*.html") for sign in page.read_text("utf-8")}
    for whole in sorted((out / "_static" / FORMULAS).glob("*.woff2")):
        font(MODULES / "katex/dist/fonts" / whole.name, signs, whole, {}, hinting=False)


def setup(app):
    """Register; called by Sphinx."""
    app.connect("config-inited", lay_out, priority=600)
    app.add_css_file(SHEET, priority=400)
    app.connect("build-finished", trim_formulas)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
