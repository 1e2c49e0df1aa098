"""The search page, opened from disk: first stands the chapter that explains a term, with a snippet."""

import json
import re

import pytest
from test_book import HTML, browser, built, open_page, pytestmark  # noqa: F401  (fixtures, and what they need)

INDEX = HTML / "searchindex.js"


def pages():
    """The index as the build wrote it."""
    text = INDEX.read_text("utf-8")
    return json.loads(text[text.index("(") + 1 : text.rindex(")")])


def folded(text):
    return " ".join(re.findall(r"\w+", text.lower()))


def terms():
    """Each term of the glossary, and the chapters that use it in a title, in their prose or as a term."""
    index = pages()
    (glossary,) = (page for page in index if page["kind"] == "glossary")
    chapters = [page for page in index if page["kind"] == "chapter"]
    for entry in glossary["entries"]:
        if entry["id"].startswith("term-"):
            phrase = f" {folded(entry['title'])} "
            using = [
                page["page"]
                for page in chapters
                if any(
                    phrase in f" {folded(own['title'])} " or phrase in f" {folded(own['text'])} "
                    for own in page["entries"]
                )
            ]
            yield entry["title"], using


@built
def test_a_term_is_found_first_in_a_chapter_that_explains_it(open_page):  # noqa: F811
    """Every term of the glossary is asked for. One that no chapter has in just this form leads to the
    glossary, or to a chapter with another form ("transitions")."""
    page = open_page(HTML / "search.html")
    known = dict(terms())
    found = page.evaluate(
        """terms => Object.fromEntries(terms.map((term) => {
          prpnSearch.show(term);
          const item = document.querySelector("#prpn-search-results > li");
          const links = [...document.querySelectorAll("#prpn-search-results > li > a")];
          const pages = links.map((a) => a.pathname);
          return [term, {
            href: item.querySelector("a").getAttribute("href"),
            snippet: item.querySelector("p").textContent,
            title: item.querySelector("a").textContent,
            marked: item.querySelectorAll("mark").length,
            twice: pages.length - new Set(pages).size,
          }];
        }))""",
        list(known),
    )
    explained = {term: using for term, using in known.items() if using}
    assert len(explained) > len(known) / 2
    wrong = {}
    for term, using in known.items():
        place, anchor = found[term]["href"].split("#")
        right = place in using if using else re.match("book/(glossary|part)", place)
        if not (right and anchor and found[term]["snippet"] and found[term]["twice"] == 0):
            wrong[term] = found[term]
    assert wrong == {}
    unmarked = [term for term in explained if not found[term]["marked"]]
    assert [term for term in unmarked if folded(term) not in folded(found[term]["title"])] == []
    assert page.problems == []


@built
@pytest.mark.parametrize(
    "question, place",
    [
        ("Tree-LSTM", "04-tree-lstms.html"),
        ("tree lstms", "04-tree-lstms.html"),
        ("prpn", "prpn-"),
        ("expected_gates", "prpn_edu.latent.gates.expected_gates"),
    ],
)
def test_a_question_in_the_address_is_answered(open_page, question, place):  # noqa: F811
    page = open_page(HTML / "search.html")
    page.wait_for_load_state("networkidle")  # a request that the next line breaks off counts as a problem
    page.goto((HTML / "search.html").as_uri() + f"?q={question}")
    page.wait_for_selector("#prpn-search-results > li")
    assert place in page.locator("#prpn-search-results > li > a").first.get_attribute("href")
    assert question in page.get_by_role("status").inner_text()
    assert page.problems == []


# What one may ask, and the section that is to stand first.
WANTED = {
    "forget gate": "03-recurrent-networks.html#a-memory-with-gates",
    "vanishing gradient": "03-recurrent-networks.html#how-long-does-a-word-last",
    "what is a limit": "06-looking-back.html#the-limit",
    "F1": "10-evaluating-parsers.html#",
    "softmax": "02-bags-of-words.html#from-scores-to-a-loss",
    "right-branching": "17-above-right-branching.html#",
    "Gumbel": "14-distributions-over-trees.html#",
    "how do I submit": "how-to-use.html#how-to-submit-a-sheet",
    "How do I install it?": "how-to-use.html#how-to-install-the-course",
    "overfitting": "glossary.html#term-overfitting",
    "backpropagation": "gradients-with-a-pencil.html#backwards",
    "the learning rate": "gradients-with-a-pencil.html#a-step-downhill",
    "bag of words": "02-bags-of-words.html#",
    "inside algorithm": "15-a-grammar-that-grows-the-words.html#",
    "which trees have ordered neurons": "16-ordered-neurons.html#",
    "how to cite this course": "about.html#how-to-cite-it",
    "grade a class": "grading.html#",
    "sofmax": "02-bags-of-words.html#from-scores-to-a-loss",
    "perplexty": "06-looking-back.html#the-chance-of-a-sentence",
    "gradeints with a pencil": "gradients-with-a-pencil.html#",
}


@built
def test_what_is_asked_for_stands_first(open_page):  # noqa: F811
    page = open_page(HTML / "search.html")
    found = page.evaluate(
        """asked => asked.map((query) => {
          const [{ page, hits }] = prpnSearch.find(query);
          return `${page.page.split("/").at(-1)}#${hits[0].entry.id}`;
        })""",
        list(WANTED),
    )
    told = dict(zip(WANTED, found, strict=True))
    assert {query: told[query] for query in WANTED if not told[query].startswith(WANTED[query])} == {}


@built
def test_asking_is_not_marked_and_a_slip_of_the_pen_is_named(open_page):  # noqa: F811
    page = open_page(HTML / "search.html")
    page.evaluate("prpnSearch.show('what is a limt')")
    marked = page.locator("#prpn-search-results mark").all_inner_texts()
    assert marked and {word.lower()[:5] for word in marked} == {"limit"}
    assert "with “limit” in place of “limt”" in page.get_by_role("status").inner_text()
    assert page.evaluate("prpnSearch.find('what is it').length"), "words of asking are words"


@built
def test_no_formula_is_left_as_source_in_what_is_found():
    entries = [entry for page in pages() for entry in page["entries"]]
    shown = [text for entry in entries for text in (entry["title"], entry["text"], *entry.get("terms", ()))]
    assert len(shown) > 500 and [text for text in shown if re.search(r"\\[A-Za-z,]|\$\S", text)] == []


@built
@pytest.mark.parametrize("place", ["search.html", "book/glossary.html"])
def test_the_magnifier_stands_before_the_words(open_page, place):  # noqa: F811
    page = open_page(HTML / place, viewport={"width": 390, "height": 844})
    if place != "search.html":
        page.keyboard.press("Control+k")
    form = page.locator("form.bd-search:visible").first
    glass, field = form.locator(".fa-magnifying-glass").bounding_box(), form.locator("input")
    words = field.bounding_box()["x"] + field.evaluate("one => parseFloat(getComputedStyle(one).paddingLeft)")
    assert glass["x"] + glass["width"] <= words
    assert form.bounding_box()["x"] >= 8, "a margin"


@built
def test_what_is_nowhere_is_said(open_page):  # noqa: F811
    page = open_page(HTML / "search.html")
    page.evaluate("prpnSearch.show('<b>zzz</b>')")
    assert "Nothing has “<b>zzz</b>”" in page.get_by_role("status").inner_text()


@built
def test_other_pages_do_not_load_the_index():
    assert "searchindex.js" in (HTML / "search.html").read_text("utf-8")
    chapter = next(HTML.glob("book/part1-composition/*.html"))
    assert not re.search(r"searchindex|searchtools|language_data", chapter.read_text("utf-8"))
