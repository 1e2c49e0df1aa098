"""What a chapter weighs before its explorer, and that nothing which it shows was lost in making it light."""

import gzip
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[1]
HTML = ROOT / "_build/html"
STATIC = HTML / "_static"
CHAPTERS = sorted(HTML.glob("book/part*/*.html"))
PAGES = [path for path in HTML.rglob("*.html") if "_static" not in path.parts]

pytestmark = pytest.mark.skipif(not PAGES, reason="needs the built book: run `make book`")


@cache
def text(path):
    return path.read_text("utf-8")


@cache
def weight(path):
    return len(gzip.compress(path.read_bytes(), 6))


def asked_for(page):
    """The files that a browser fetches with a page; of fonts those whose class stands in it."""
    links = re.findall(r'<(?:script|img|link)\b[^>]*?\s(?:src|href)="([^"]+)"', text(page))
    links = [link for link in links if not link.startswith(("data:", "#")) and ".html" not in link]
    files = {(page.parent / unquote(urlsplit(link).path)).resolve() for link in links}
    return (
        files | {*STATIC.glob("type/*.woff")} | {font for name, font in fonts().items() if name in text(page)}
    )


@cache
def fonts():
    """The files of the fonts, by the class that asks for each."""
    found = {"": STATIC / "icons/fa-solid-900.woff", "fa-github": STATIC / "icons/fa-brands-400.woff"}
    faces = re.findall(r'font-family: ([\w-]+);\s*src: url\("([^"]+)"', text(STATIC / "formulas.css"))
    names = {"MJXZERO": "mjx-c", "MJXTEX": "mjx-c"}  # what every formula is set in
    return found | {names.get(name, name.removeprefix("MJX")): STATIC / file for name, file in faces}


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_weighs_less_than_500_kb_before_its_explorer(path):
    files = asked_for(path)
    assert STATIC / "formulas.css" in files and STATIC / "scripts/bootstrap.js" in files
    parts = {file.name: weight(file) for file in {path, *files}}
    assert sum(parts.values()) < 500_000, sorted(parts.items(), key=lambda part: -part[1])[:8]


def test_every_sign_of_a_formula_has_its_glyph_and_every_icon_its_own():
    pages = "".join(map(text, PAGES))
    formulas, theme = text(STATIC / "formulas.css"), text(STATIC / "styles/pydata-sphinx-theme.css")
    signs = set(re.findall(r'<mjx-c class="(mjx-c[0-9A-F]+)', pages))
    assert signs and signs <= set(re.findall(r"^mjx-c\.(mjx-c[0-9A-F]+)", formulas, flags=re.M))
    icons = set(re.findall(r'class="fa\w*(?:-solid|-brands)? (fa-[a-z-]+)', pages))
    assert {"fa-bars", "fa-github"} <= icons <= set(re.findall(r"\.(fa-[\w-]+):before", theme))


def test_no_formula_is_left_to_the_browser_or_failed():
    for path in PAGES:
        assert "mjx-merror" not in text(path), path
        if path.parent.name.startswith("part"):
            assert not [f for f in asked_for(path) if "mathjax" in str(f).lower() and f.suffix == ".js"]
            assert len(re.findall(r'class="math [^"]*"', text(path))) == text(path).count("</mjx-container>")
