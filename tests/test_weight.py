"""What a chapter weighs before its explorer, and that nothing which it shows was lost in making it light."""

import gzip
import re
from functools import cache
from urllib.parse import unquote, urlsplit

import pytest
from written import CHAPTERS, HTML, PAGES

STATIC = HTML / "_static"
FORMULAS = STATIC / "vendor/katex"
FACES = ("AMS-Regular", "Main-Bold", "Main-Regular", "Math-Italic", "Size[1-4]-Regular")

pytestmark = pytest.mark.skipif(not PAGES, reason="needs the built book: run `make book`")


@cache
def text(path):
    return path.read_text("utf-8")


@cache
def weight(path):
    return len(gzip.compress(path.read_bytes(), 6))


def asked_for(page):
    """The files that a browser fetches with a page; of its formulas' fonts all that any page needs."""
    links = re.findall(r'<(?:script|img|link)\b[^>]*?\s(?:src|href)="([^"]+)"', text(page))
    links = [link for link in links if not link.startswith(("data:", "#")) and ".html" not in link]
    files = {(page.parent / unquote(urlsplit(link).path)).resolve() for link in links}
    fonts = [*STATIC.glob("type/mono*.woff2"), *STATIC.glob("icons/*.woff2")]
    return files | {*fonts, *(one for name in FACES for one in FORMULAS.glob(f"fonts/KaTeX_{name}.woff2"))}


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_weighs_less_than_500_kb_before_its_explorer(path):
    files = asked_for(path)
    assert FORMULAS / "katex.min.css" in files and STATIC / "scripts/bootstrap.js" in files
    parts = {file.name: weight(file) for file in {path, *files}}
    assert sum(parts.values()) < 500_000, sorted(parts.items(), key=lambda part: -part[1])[:8]


def test_every_icon_has_its_glyph():
    pages = "".join(map(text, PAGES))
    theme = text(STATIC / "styles/pydata-sphinx-theme.css")
    icons = set(re.findall(r'class="fa\w*(?:-solid|-brands)? (fa-[a-z-]+)', pages))
    assert {"fa-bars", "fa-github"} <= icons <= set(re.findall(r"\.(fa-[\w-]+):before", theme))


def test_no_formula_is_left_to_the_browser_or_failed():
    for path in PAGES:
        assert "katex-error" not in text(path), path
        if path.parent.name.startswith("part"):
            assert not [f for f in asked_for(path) if re.search(r"(katex|mathjax).*\.js", f.name, re.I)]
            formulas = len(re.findall(r'<(?:span|div) class="math[ "]', text(path)))
            assert formulas and formulas == text(path).count("<math ") == text(path).count('class="katex"')
