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
    page.goto((HTML / "search.html").as_uri() + f"?q={question}")
    page.wait_for_selector("#prpn-search-results > li")
    assert place in page.locator("#prpn-search-results > li > a").first.get_attribute("href")
    assert question in page.get_by_role("status").inner_text()
    assert page.problems == []


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
