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
from prpn_book.sphinx.page_parts import escaped, pictures, shown, words
from prpn_book.sphinx.slide_given import given

STATIC = "../_static"
STYLES = (
    "prpn-figures.css",
    "katex.min.css",
    "katex-math.css",
    "type.css",
)  # of the page's, those of its pictures
SKIPPED = ("what-you-will-be-able-to-do", "quiz", "practise", "references")
CODE = re.compile(r'<div class="highlight"><pre>.*?</pre>\s*</div>', re.DOTALL)  # half of a page's elements
FOLD = re.compile(  # sentences and clauses that lead to a fold, of which a slide has none
    r"(?:(?<=[.!?]\s)|^\s*)The folds? (?:[^.]|\.(?=\d))*\.\s*"
    r"|, as the folds? \w+(?: for[^.,;]*)?|[;:] the folds? (?:[^.]|\.(?=\d))*"
)
THE_NOTE = (
    '<p class="source">The note: <i>Latent Constituents via Self-Attention</i>, a lecture note of 2018.</p>'
)
LONGEST_NOTES = 3  # paragraphs
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
    slides = [_with_source(one) for one in slides]
    styles = re.findall(r'<link rel="stylesheet"[^>]* href="([^"]+)"', content[: content.index("<body")])
    links = "\n".join(
        f'<link rel="stylesheet" href="{_from_slides(one)}">' for one in styles if _file(one) in STYLES
    )
    title = words(article.find("h1"))
    return PAGE.format(title=title, styles=links, static=STATIC, slides="\n".join(slides))


def _bare(article: Tag, path: Path) -> None:
    """Take out what a slide does not show, and lead links and pictures from where the decks lie."""
    for gone in article.select(
        ".headerlink, .prpn-practise, .prpn-try, .tag_hide-input .cell_input, .tag_remove-input .cell_input, "
        ".tag_hide-cell, details.prpn-fold, button, label.margin-toggle"
    ):
        if gone.find_parent(class_="prpn-twin") is None:
            gone.decompose()
    for text in article.find_all(string=FOLD.search):
        text.replace_with(FOLD.sub("", text))
    for tag, name in (("a", "href"), ("img", "src"), ("link", "href"), ("script", "src")):
        for one in article.find_all(tag, {name: True}):
            if not re.match(r"[a-z]+:|#|/", one[name]):
                one[name] = Path("..", path.parent, one[name]).as_posix()


def _title(article: Tag, path: Path) -> str:
    """The first slide: the chapter's question and its first picture."""
    first = article.find("p", recursive=False)
    picture = next((one for one in pictures(article) if one.find_parent("section") is article), None)
    film = picture.find_parent(class_="prpn-film") if picture is not None else None
    link = f'<p class="source"><a href="../{path.as_posix()}">The chapter</a></p>'
    parts = [f"<h1>{words(article.find('h1'))}</h1>", str(first or ""), str(film or picture or ""), link]
    return _slide(
        parts, ["Let everybody touch the picture, or say what they expect, before anything is explained."]
    )


def _of_section(section: Tag) -> list[str]:
    """A slide for each picture of a section, and for each prediction; the notes are its paragraphs."""
    title = words(section.find("h2"))
    paragraphs = [words(one) for one in section.find_all("p", recursive=False)]
    slides = []
    for child in section.find_all(recursive=False):
        if child.name == "details" and child.has_attr("data-right"):
            slides.append(_prediction(title, child))
        elif child.name in ("div", "table"):
            for part in shown(child):
                before = part.find_previous_sibling() if part is child else None
                told = str(before) if before is not None and before.name == "p" else _tab(part)
                slides.append(_slide([f"<h2>{title}</h2>", told, str(part)], paragraphs[:LONGEST_NOTES]))
                paragraphs = paragraphs[LONGEST_NOTES:]
    return slides


def _tab(part: Tag) -> str:
    """What a film is about and the name of its moment, or the name of the tab of a picture; "" for others."""
    film = part.find_parent(class_="prpn-film")
    if film is not None:
        number = film.select(".frame").index(part)
        return f"<p>{words(film.find('legend'))} <strong>{words(film.select('label')[number])}</strong></p>"
    tab = part.find_parent(class_="sd-tab-content")
    label = tab.find_previous_sibling("label") if tab is not None else None
    return f"<p>{words(label)}</p>" if label is not None else ""


def _prediction(title: str, details: Tag) -> str:
    """A prediction: the question with its choices, then the answer."""
    # "Predict: ...", or "Predict, with a pencil: ..."
    word, _, question = words(details.find("summary")).partition(":")
    offered = [one.strip() for one in details.get("data-choices", "").split("|") if one.strip()]
    choices = "".join(f"<li>{escaped(one)}</li>" for one in offered)
    summary, right = details.find("summary"), details["data-right"].strip()
    if right in offered:  # the choices have letters on a slide
        letter = "ABCDEFGH"[offered.index(right)]
        first = BeautifulSoup(f"<strong>{letter}.</strong>", "html.parser").strong
        found = details.find("p", recursive=False)
        if found is not None:
            found.insert(0, " ")
            found.insert(0, first)
        right = f"{letter}, {right}"
    answer = "".join(str(one) for one in details.contents if one is not summary)
    asked = f"<p><strong>{word}:</strong>{question}</p>"
    asked += f'<ul class="choices">{choices}</ul>' if choices else ""
    asked += f'<div class="fragment">{answer}</div>'
    parts = [f"<h2>{title}</h2>", f'<div class="beside">{given(details)}<div>{asked}</div></div>']
    return _slide(parts, [f"Let all commit to an answer first. Right: {right}."])


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
        details, title = section.find("details"), words(section.find("h3"))
        told = words(details).removeprefix(words(details.find("summary"))).strip()
        for_all = "".join(str(one) for one in section.parent.find_all("p", recursive=False))
        asked = [f'<div class="given">{for_all}</div>'] if for_all else []
        asked += [str(one) for one in section.find_all(["p", "ul"], recursive=False)]
        answer = f'<p class="fragment"><strong>{told.split(".")[0]}</strong></p>'
        notes = ["Vote alone; below three in four, talk in pairs and vote again.", told]
        found.setdefault(number, []).append(_slide([f"<h2>{title}</h2>", *asked, answer], notes))
    return found


def _with_source(slide: str) -> str:
    """A slide that speaks of "the note", with its title."""
    visible, notes, rest = slide.partition('<aside class="notes">')
    named = re.search(r"\b[Tt]he note\b", visible) and "Latent Constituents" not in visible
    return f"{visible}{THE_NOTE if named else ''}{notes}{rest}"


def _slide(parts: list[str], notes: list[str]) -> str:
    said = "".join(f"<p>{escaped(note)}</p>" for note in notes)
    return f'<section>\n{"".join(parts)}\n<aside class="notes">{said}</aside>\n</section>'


def _uncoloured(code: re.Match) -> str:
    """A block of code without the colours of its words, which are half of a page's elements."""
    return f"<pre>{re.sub('<[^>]*>', '', code[0]).strip()}</pre>"


def _parsed(content: str) -> BeautifulSoup:
    return BeautifulSoup(content, "html.parser")


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
