"""A deck of slides for each chapter, made from its page when the book is written: figures, explorers, votes.

A deck shows what a class looks at together: the chapter's question, each picture of its core, each
prediction, the votes of the page for teachers, the summary. The speaker's notes are what the chapter says
beside a picture. The decks lie in `slides/` and need no network; they are made of the page's own HTML.
"""

import re
from pathlib import Path

from bs4 import BeautifulSoup, Tag
from sphinx.application import Sphinx

from prpn_book.address import PARTS

STATIC = "../_static"
STYLES = (
    "prpn-figures.css",
    "katex.min.css",
    "katex-math.css",
    "type.css",
)  # of the page's, those of its pictures
SKIPPED = ("what-you-will-be-able-to-do", "quiz", "practise", "references")
CODE = re.compile(r'<div class="highlight"><pre>.*?</pre>\s*</div>', re.DOTALL)  # half of a page's elements
LONGEST_NOTES = 3  # paragraphs
LONGEST_GIVEN = 600  # letters of what a prediction begins from
GIVEN = {  # numbers that stand in another section than the question, which begins so
    "what happens to wall 4": "Figure 2 of the note has the scores d = (.7, .6, .3, .4, .5).",
    "the walk on Figure 2's scores": "Figure 2 of the note has the scores d = (.7, .6, .3, .4, .5).",
    "how likely is (acting, complaint)": "Before any word: (acting, praise) 1/4, (acting, complaint) 1/4, "
    "(music, praise) 3/8, (music, complaint) 1/8.",
    'with what chance is "loved old films"': "Between the words of “she loved old films” stand 2, 3 and 4.",
}
EARLIER = r"\b(picture|the figure|boxes of the lowest row)\b"  # asks about a picture further up
PAGE = """<!doctype html>
<html lang="en" data-content_root="../">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: slides</title>
{styles}
<link rel="stylesheet" href="{static}/vendor/reveal/reveal.css">
<link rel="stylesheet" href="{static}/slides.css">
</head>
<body>
<div class="reveal"><div class="slides">
{slides}
</div></div>
<script src="{static}/vendor/reveal/reveal.js"></script>
<script src="{static}/vendor/reveal/notes.js"></script>
<script src="{static}/slides.js"></script>
</body>
</html>
"""


def decks(html: Path) -> list[Path]:
    """Write the decks of all chapters of a written book.

    Args:
        html: the folder of the book.
    Returns:
        the decks.
    """
    votes = _votes(html / "book/teach/votes.html")
    made = []
    for part in PARTS.values():
        for page in sorted((html / "book" / part).glob("[0-9][0-9]-*.html")):
            content = page.read_text("utf-8")
            if "<article" not in content:  # a page that only leads to where a chapter has moved
                continue
            deck = html / "slides" / page.name
            deck.parent.mkdir(exist_ok=True)
            deck.write_text(
                of_page(content, votes.get(int(page.name[:2]), []), page.relative_to(html)), "utf-8"
            )
            made.append(deck)
    return made


def of_page(content: str, votes: list[str], path: Path) -> str:
    """The deck of a chapter.

    Args:
        content: of its page.
        votes: slides for it.
        path: of the page, from the folder of the book.
    """
    body = CODE.sub(_uncoloured, content[content.index("<article") : content.index("</article>")])
    article = _parsed(body).find("section")
    assert article is not None  # every page has one
    _bare(article, path)
    sections = article.find_all("section", recursive=False)
    slides = [_title(article, path)]
    for section in sections:
        if section.get("id") not in (*SKIPPED, "summary"):
            slides += _of_section(section)
    slides += votes
    slides += [_summary(section) for section in sections if section.get("id") == "summary"]
    styles = re.findall(r'<link rel="stylesheet"[^>]* href="([^"]+)"', content[: content.index("<body")])
    links = "\n".join(
        f'<link rel="stylesheet" href="{_from_slides(one)}">' for one in styles if _file(one) in STYLES
    )
    title = _text(article.find("h1"))
    return PAGE.format(title=title, styles=links, static=STATIC, slides="\n".join(slides))


def _bare(article: Tag, path: Path) -> None:
    """Take out what a slide does not show, and lead links and pictures from where the decks lie."""
    for gone in article.select(
        ".headerlink, .prpn-practise, .prpn-try, .tag_hide-input .cell_input, .tag_remove-input .cell_input, "
        ".tag_hide-cell, details.prpn-fold, button, label.margin-toggle"
    ):
        if gone.find_parent(class_="prpn-twin") is None:
            gone.decompose()
    for tag, name in (("a", "href"), ("img", "src"), ("link", "href"), ("script", "src")):
        for one in article.find_all(tag, {name: True}):
            if not re.match(r"[a-z]+:|#|/", one[name]):
                one[name] = Path("..", path.parent, one[name]).as_posix()


def _title(article: Tag, path: Path) -> str:
    """The first slide: the chapter's question and its first picture."""
    first = article.find("p", recursive=False)
    picture = next((one for one in _pictures(article) if one.find_parent("section") is article), None)
    link = f'<p class="source"><a href="../{path.as_posix()}">The chapter</a></p>'
    parts = [f"<h1>{_text(article.find('h1'))}</h1>", str(first or ""), str(picture or ""), link]
    return _slide(
        parts, ["Let everybody touch the picture, or say what they expect, before anything is explained."]
    )


def _of_section(section: Tag) -> list[str]:
    """A slide for each picture of a section, and for each prediction; the notes are its paragraphs."""
    title = _text(section.find("h2"))
    paragraphs = [_text(one) for one in section.find_all("p", recursive=False)]
    slides = []
    for child in section.find_all(recursive=False):
        if child.name == "details" and child.has_attr("data-right"):
            slides.append(_prediction(title, child))
        elif child.name in ("div", "table"):
            for shown in _shown(child):
                before = shown.find_previous_sibling() if shown is child else None
                told = str(before) if before is not None and before.name == "p" else _tab(shown)
                slides.append(_slide([f"<h2>{title}</h2>", told, str(shown)], paragraphs[:LONGEST_NOTES]))
                paragraphs = paragraphs[LONGEST_NOTES:]
    return slides


def _tab(shown: Tag) -> str:
    """The name of the tab in which a picture stands, "" if in none."""
    tab = shown.find_parent(class_="sd-tab-content")
    label = tab.find_previous_sibling("label") if tab is not None else None
    return f"<p>{_text(label)}</p>" if label is not None else ""


def _shown(block: Tag) -> list[Tag]:
    """What a slide shows of a block of a page: its explorer, its figures, or the formula that it is."""
    if block.name == "table" or "math" in (block.get("class") or []):
        return [block]
    return _pictures(block)


def _pictures(block: Tag) -> list[Tag]:
    """The figures and explorers of a block, the outermost ones."""
    explorers = [twin.parent for twin in block.select(".prpn-twin")]
    figures = [one for one in block.select("figure.prpn-figure") if not one.find_parent(class_="prpn-twin")]
    return [one for one in (*explorers, *figures) if one is not None]


def _prediction(title: str, details: Tag) -> str:
    """A prediction: the question with its choices, then the answer."""
    word, _, question = _text(details.find("summary")).partition(
        ":"
    )  # "Predict", or "Predict, with a pencil"
    choices = "".join(
        f"<li>{one.strip()}</li>" for one in details.get("data-choices", "").split("|") if one.strip()
    )
    summary = details.find("summary")
    answer = "".join(str(one) for one in details.contents if one is not summary)
    asked = f"<p><strong>{word}:</strong>{question}</p>"
    asked += f'<ul class="choices">{choices}</ul>' if choices else ""
    asked += f'<div class="fragment">{answer}</div>'
    shown = [f"<h2>{title}</h2>", f'<div class="beside">{_given(details)}<div>{asked}</div></div>']
    return _slide(shown, [f"Let all commit to an answer first. Right: {details['data-right']}."])


def _given(details: Tag) -> str:
    """What a prediction begins from, so that its slide can be answered alone.

    It is the text right above it on the page, as far as it fits, and the nearest table, formula and picture
    of its section; a picture of an earlier one that the text or the question speaks of; and what `GIVEN` has.
    """
    given: list[str] = []
    had: set[str] = set()  # kinds of which one is enough
    room = LONGEST_GIVEN
    for above in details.find_previous_siblings():
        kind = _kind(above)
        if kind == "end":
            break
        if kind == "words":
            room -= len(_text(above)) if room >= 0 else 0
            if room >= 0 or not given:
                given.insert(0, _plain(above))
        elif kind and kind not in had:
            had.add(kind)
            given.insert(0, _plain(above) if kind == "table" else str(_shown(above)[-1]))
        if kind == "picture":
            break
    question = _text(details.find("summary"))
    picture = None
    if "picture" not in had:
        picture = _named(details, given) or (
            _picture_before(details) if re.search(EARLIER, question) else None
        )
    given[:0] = [str(picture)] if picture is not None else []
    given += [f"<p>{_escaped(more)}</p>" for asked, more in GIVEN.items() if asked in question]
    return f'<div class="given">{"".join(given)}</div>' if "".join(given).strip() else ""


def _kind(block: Tag) -> str:
    """What a block above a prediction is; "" for one that is not shown again, such as an explorer."""
    if block.name in ("h1", "h2", "h3", "section") or block.has_attr("data-right"):
        return "end"
    if "math" in (block.get("class") or []):
        return "formula"
    if block.name == "table" or (block.find("table") and not block.select(".prpn-twin")):
        return "table"
    if _shown(block):
        return "" if block.select(".prpn-twin") else "picture"
    return "words" if block.name in ("p", "ul", "ol", "blockquote", "div") else ""


def _named(details: Tag, given: list[str]) -> Tag | None:
    """The picture above to which a text links last, None if there is none."""
    linked = re.findall(r'href="#(fig-[^"]+)"', "".join(given))
    above = details.find_all_previous("figure", class_="prpn-figure", id=linked[-1]) if linked else []
    return above[0] if above else None


def _picture_before(tag: Tag) -> Tag | None:
    """The last figure before a place of a page, explorers left out."""
    return next(
        (
            one
            for one in tag.find_all_previous("figure", class_="prpn-figure")
            if one.find_parent(class_="prpn-twin") is None
        ),
        None,
    )


def _plain(block: Tag) -> str:
    """A block of a page; of a cell its code and what it printed."""
    if "cell" not in (block.get("class") or []):
        return str(block)
    return "".join(str(one) for one in block.select("pre, table"))


def _summary(section: Tag) -> str:
    """The last slide: what is to be kept."""
    found = section.find(["ul", "ol"])
    return _slide(["<h2>Summary</h2>", str(found or "")], ["Ask for each line before you show it."])


def _votes(page: Path) -> dict[int, list[str]]:
    """The slides of the votes by chapter: a question and its options, then the answer; the rest are notes."""
    found: dict[int, list[str]] = {}
    content = _parsed(page.read_text("utf-8") if page.exists() else "")
    for section in content.select("section[id^=chapter-] > section"):
        number = int(section.parent["id"].split("-")[1])
        for gone in section.select(".headerlink"):
            gone.decompose()
        details, title = section.find("details"), _text(section.find("h3"))
        told = _text(details).removeprefix(_text(details.find("summary"))).strip()
        given = "".join(str(one) for one in section.parent.find_all("p", recursive=False))
        shown = [f'<div class="given">{given}</div>'] if given else []
        shown += [str(one) for one in section.find_all(["p", "ul"], recursive=False)]
        answer = f'<p class="fragment"><strong>{told.split(".")[0]}</strong></p>'
        notes = ["Vote alone; below three in four, talk in pairs and vote again.", told]
        found.setdefault(number, []).append(_slide([f"<h2>{title}</h2>", *shown, answer], notes))
    return found


def _slide(shown: list[str], notes: list[str]) -> str:
    said = "".join(f"<p>{_escaped(note)}</p>" for note in notes)
    return f'<section>\n{"".join(shown)}\n<aside class="notes">{said}</aside>\n</section>'


def _text(tag: Tag | None) -> str:
    """The words of an element, formulas once, as HTML has them."""
    if tag is None:
        return ""
    words = [str(one) for one in tag.strings if not any(_unspoken(above) for above in one.parents)]
    return _escaped(" ".join("".join(words).split()))


def _uncoloured(code: re.Match) -> str:
    """A block of code without the colours of its words, which are half of a page's elements."""
    return f"<pre>{re.sub('<[^>]*>', '', code[0]).strip()}</pre>"


def _unspoken(tag: Tag) -> bool:
    """Whether an element repeats a formula in another form, or is a link to a heading."""
    return tag.name == "annotation" or bool({"headerlink", "katex-html"} & {*(tag.get("class") or [])})


def _parsed(content: str) -> BeautifulSoup:
    return BeautifulSoup(content, "html.parser")


def _escaped(text: str) -> str:
    return re.sub("&(?!(?:amp|lt|gt);)", "&amp;", text).replace("<", "&lt;").replace(">", "&gt;")


def _file(address: str) -> str:
    return address.split("?")[0].split("/")[-1]


def _from_slides(address: str) -> str:
    """A page's link to `_static` as a deck has it."""
    return re.sub(r"^(\.\./)+_static", STATIC, address)


def _written(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        decks(Path(app.outdir))


def setup(app: Sphinx) -> dict:
    """Write the decks when the pages are written."""
    app.connect("build-finished", _written)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
