"""The few icons that the pages show, instead of all two thousand of Font Awesome.

The theme brings these as a script of 1.5 MB, as fonts, and as a rule each in its style sheet. Its templates
name some thirty. Their glyphs make a font of their own here, of a few kB; the other rules go, and the script
is not asked for.
"""

import re
from pathlib import Path

import pydata_sphinx_theme
import sphinx_book_theme
from fontTools import subset

THEMES = [Path(theme.__file__).parent for theme in (pydata_sphinx_theme, sphinx_book_theme)]
STATIC = THEMES[0] / "theme/pydata_sphinx_theme/static"
BOOK_SHEET = THEMES[1] / "theme/sphinx_book_theme/static/styles/sphinx-book-theme.css"
SHEET = "styles/pydata-sphinx-theme.css"
FACES = ("fa-solid-900", "fa-brands-400")
NAMES = {"Font Awesome 6": "prpn", "FontAwesome6": "prpn"}
RULE = re.compile(r'(?:\.(fa-[\w-]+):before,?)+\{content:"\\(\w+)"\}')
FACE = re.compile(r"@font-face\{[^}]*?(fa-\w+-\d+)\.woff2[^}]*\}")
SCRIPT = re.compile(r"\s*<script [^>]*fontawesome\.js[^>]*></script>")
# Put together from the repository's address; and our own button (face.py).
OURS = {"fa-github", "fa-gitlab", "fa-bitbucket", "fa-quote-left"}
UNUSED = (
    "scripts/fontawesome.js",
    "vendor/fontawesome/webfonts/*.ttf",
    "vendor/fontawesome/webfonts/*.woff2",
)


def named() -> set[str]:
    """Return the icons that the themes' templates and buttons name."""
    texts = [
        path.read_text("utf-8")
        for theme in THEMES
        for kind in ("html", "py")
        for path in theme.rglob(f"*.{kind}")
    ]
    return {name for text in texts for name in re.findall(r"\bfa-[a-z-]+", text)} | OURS


def trimmed(sheet: str, names: set[str]) -> str:
    """Return the theme's style sheet with the rules of these icons only, and with our fonts."""

    def rule(found: re.Match) -> str:
        return found[0] if names & set(re.findall(r"fa-[\w-]+", found[0])) else ""

    def face(found: re.Match) -> str:
        source = f'src:url(../icons/{found[1]}.woff2) format("woff2")'
        return re.sub(r"src:[^}]*", source, found[0]) if found[1] in FACES else ""

    return FACE.sub(face, RULE.sub(rule, sheet))


def font(source: Path, codes: set[int], target: Path, names: dict[str, str], **settings) -> None:
    """Write the glyphs with these codes as a font; a changed font may not keep its name."""
    options = subset.Options(flavor="woff2", notdef_outline=True, desubroutinize=True, **settings)
    options.recalc_timestamp = False  # the same glyphs give the same file
    whole = subset.load_font(str(source), options)
    part = subset.Subsetter(options)
    part.populate(unicodes=codes)
    part.subset(whole)
    for record in whole["name"].names:
        for name, ours in names.items():
            record.string = str(record).replace(name, ours)
    target.parent.mkdir(parents=True, exist_ok=True)
    subset.save_font(whole, str(target), options)


def lay_out(app, config) -> None:
    """Write sheet and fonts where they take the place of the theme's."""
    folder = Path(app.outdir).parent / "figure-styles"
    sheet = trimmed((STATIC / SHEET).read_text("utf-8"), named())
    target = folder / SHEET
    if target.exists() and target.read_text("utf-8") == sheet:
        return
    rules = sheet + BOOK_SHEET.read_text("utf-8")
    codes = {int(code, 16) for code in re.findall(r'"\\([ef][0-9a-f]{3})"', rules)}
    codes |= {ord(sign) for sign in re.findall("[\ue000-\uf8ff]", rules)}
    for face in FACES:
        source = STATIC / f"vendor/fontawesome/webfonts/{face}.ttf"
        font(source, codes, folder / f"icons/{face}.woff2", NAMES)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(sheet, "utf-8")


def no_script(app, pagename, templatename, context, doctree) -> None:
    """Offer the page's template a function that leaves out the theme's script of icons."""
    context["without_icon_script"] = lambda head: SCRIPT.sub("", head)


def prune(app, exception) -> None:
    """Remove what no page asks for, and the maps that lead a developer from scripts to their sources."""
    if exception or app.builder.name != "html":
        return
    static = Path(app.outdir) / "_static"
    for pattern in (*UNUSED, "scripts/*.map", "styles/*.map"):
        for path in static.glob(pattern):
            path.unlink()


def setup(app):
    """Register; called by Sphinx."""
    app.connect("config-inited", lay_out, priority=600)
    app.connect("html-page-context", no_script)
    app.connect("build-finished", prune)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
