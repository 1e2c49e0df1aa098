"""Chapters and pages as they lie there: the spine, the stored outputs, the links, the alternative texts."""

import base64
import re
from functools import cache
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from urllib.parse import unquote, urlsplit

import nbformat
import pytest
from written import HTML, LEADING_ON, PAGES

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted(ROOT.glob("book/part*/[0-9]*.ipynb"))
READ = sorted(ROOT.glob("book/part*/*.ipynb"))  # and pages between them, without a number
NOTEBOOKS = READ + sorted(ROOT.glob("solutions/*.ipynb")) + sorted(ROOT.glob("exercises/*.ipynb"))

SPINE = [
    "failure",
    "goals",
    "warm-up",
    "by-hand",
    "predict",
    "equation-code",
    "loop-batch-agree",
    "explorer",
    "misconception",
    "limits",
    "summary",
    "quiz",
    "references",
]

built = pytest.mark.skipif(not PAGES, reason="needs the built book: run `make book`")


def name(path):
    return path.relative_to(ROOT).as_posix()


def read(path):
    return nbformat.read(path, as_version=4)


def test_there_are_chapters():
    assert CHAPTERS


@pytest.mark.parametrize("path", CHAPTERS, ids=name)
def test_a_chapter_follows_the_spine(path):
    marks = [cell.metadata.get("prpn_edu", {}).get("spine") for cell in read(path).cells]
    first = {mark: marks.index(mark) for mark in dict.fromkeys(marks) if mark}
    assert set(SPINE) == set(first)
    # What most readers believe is refuted where they have just come to believe it.
    assert first["by-hand"] < first.pop("misconception") < first["limits"]
    assert first["by-hand"] < first.pop("explorer") < first["limits"]  # where its idea has just been taught
    assert sorted(first, key=first.get) == sorted(first, key=SPINE.index)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_headings_step_down_one_level_at_a_time(path):
    levels = []
    for cell in read(path).cells:
        if cell.cell_type == "markdown":
            text = re.sub(r"^(```|~~~).*?^\1", "", cell.source, flags=re.M | re.S)
            levels += [len(marks) for marks in re.findall(r"^(#+) ", text, flags=re.M)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(b - a <= 1 for a, b in pairwise(levels))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=name)
def test_cells_are_named_after_their_file(path):
    cells = read(path).cells
    assert [cell.id for cell in cells] == [f"{path.stem}-{n:03d}" for n in range(len(cells))] or all(
        cell.id.startswith(path.stem) for cell in cells
    )
    assert len({cell.id for cell in cells}) == len(cells)


@pytest.mark.parametrize("path", READ + sorted(ROOT.glob("solutions/*.ipynb")), ids=name)
def test_outputs_are_stored_and_clean(path):
    for cell in read(path).cells:
        if cell.cell_type != "code":
            continue
        assert cell.execution_count, f"{cell.id} was never run: make refresh"
        assert "execution" not in cell.metadata
        for output in cell.outputs:
            assert output.output_type != "error", cell.id
            assert output.get("name") != "stderr", cell.id
            shown = str(output.get("text", "")) + str(output.get("data", {}).get("text/plain", ""))
            assert not re.search(r"\bat 0x[0-9a-f]+", shown), f"{cell.id} prints an address"
            if "image/png" in output.get("data", {}):
                assert not shown.startswith("<Figure"), f"{cell.id}: a figure without a text alternative"


class Page(HTMLParser):
    """What a page refers to: links, resources, images, names."""

    def __init__(self, path):
        super().__init__()
        self.links, self.resources, self.images, self.names = [], [], [], set()
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.names.update(filter(None, (given.get("id"), given.get("name"))))
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if tag in ("script", "img", "iframe", "source") and given.get("src"):
            self.resources.append(given["src"])
        if tag == "link" and given.get("href") and given.get("rel") != "canonical":
            self.resources.append(given["href"])
        if tag == "img":
            self.images.append(given)


@cache
def page(path):
    return Page(path)


@built
@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.relative_to(HTML).as_posix())
def test_a_page_asks_no_other_host(path):
    outside = [r for r in page(path).resources if urlsplit(r).scheme not in ("", "data")]
    assert outside == []


@built
@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.relative_to(HTML).as_posix())
def test_links_inside_the_book_lead_somewhere(path):
    missing = []
    for link in page(path).links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if not target.is_file() or (
            parts.fragment and target.suffix == ".html" and unquote(parts.fragment) not in page(target).names
        ):
            missing.append(link)
    assert missing == []


# What is meant to be read as it is written, or not at all; `dt` holds the signatures of the library.
LITERAL = re.compile(r"<(script|style|pre|code|dt|textarea|annotation)\b.*?</\1>|<[^>]*>", re.S)
UNREAD = re.compile(r"[$\\]|\{(?:cite|doc|eq|numref|ref|term)\}`?")


def raw(html):
    """What of a page's text is source: dollars and backslashes of a formula, a role; in its quiz too."""
    hidden = (base64.b64decode(coded).decode() for coded in re.findall(r'data-said="([^"]+)"', html))
    said = unescape(LITERAL.sub(" ", "".join([html, *hidden])))
    return [said[max(0, found.start() - 30) : found.end() + 30] for found in UNREAD.finditer(said)]


@built
@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.relative_to(HTML).as_posix())
def test_no_source_is_left_in_what_one_reads(path):
    assert raw(path.read_text("utf-8")) == []


def test_source_in_a_quiz_would_be_seen():
    coded = base64.b64encode(rb"+<p>The $\mathbb{E}[s]$</p>").decode()
    assert raw(f'<code>$1</code><div data-said="{coded}"></div>')
    assert raw("<label>by {cite}`shen2018prpn`</label>") and not raw("<p>a <code>$PATH</code></p>")


@built
@pytest.mark.parametrize("old", LEADING_ON, ids=lambda path: path.stem)
def test_an_old_address_leads_on_to_the_chapter(old):
    """A link to follow, one that the browser follows by itself, and one for search engines."""
    text, (link,) = old.read_text("utf-8"), page(old).links
    assert (old.parent / link).resolve() == LEADING_ON[old] and LEADING_ON[old] in PAGES
    assert f'<meta http-equiv="refresh" content="0; url={link}">' in text
    assert f'<link rel="canonical" href="{link}">' in text and f'location.replace("{link}" +' in text


@built
@pytest.mark.parametrize("path", PAGES, ids=lambda p: p.relative_to(HTML).as_posix())
def test_images_have_alternative_texts(path):
    assert [image.get("src") for image in page(path).images if not image.get("alt")] == []
