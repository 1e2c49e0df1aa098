"""Terms of the glossary in the built chapters: the first mention is a link, and holds its meaning."""

import re
from pathlib import Path

import pytest
from test_book import browser, built, open_page, settled  # noqa: F401, the fixtures
from written import CHAPTERS, HTML

from prpn_book.sphinx.terms import mentions

LINK = re.compile(r'<a class="prpn-term[^"]*" href="\.\./glossary\.html#([^"]+)">')


def test_the_longest_term_is_found_in_the_plural_and_at_the_start_of_a_sentence():
    pattern = mentions({"gate", "entropy", "cross-entropy", "forget gate", "F1", "bag of words"})
    text = "Gates: a forget\ngate and its cross-entropy, f1 or F1, gated, an entropy-like bag of\nwords."
    assert [found[0] for found in pattern.finditer(text)] == [
        "Gates",
        "forget\ngate",
        "cross-entropy",
        "F1",
        "bag of\nwords",
    ]


@built
@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_links_each_term_once_and_holds_its_meaning(path: Path):
    page = path.read_text("utf-8")
    linked = LINK.findall(page)
    assert len(linked) >= 5 and len(linked) == len(set(linked))
    held = dict(re.findall(r'<template id="meaning-([^"]+)">(.*?)</template>', page, re.S))
    assert set(held) == set(linked)
    assert all(re.sub("<.*?>", "", said).strip() and "href=" not in said for said in held.values())


@built
@pytest.mark.browser
def test_a_term_shows_its_meaning_to_mouse_keyboard_and_finger(open_page):  # noqa: F811
    path = HTML / "book/part2-latent-trees/09-from-scores-to-trees.html"
    page = open_page(path, viewport={"width": 390, "height": 844}, has_touch=True, color_scheme="light")
    settled(page)
    term, said = page.locator("a.prpn-term").nth(1), page.get_by_role("tooltip")
    term.hover()
    said.wait_for()
    assert term.get_attribute("aria-describedby") == said.get_attribute("id")
    page.keyboard.press("Escape")
    said.wait_for(state="detached")
    page.mouse.move(0, 0)
    term.focus()
    said.wait_for()
    term.blur()
    said.wait_for(state="detached")
    term.tap()
    said.wait_for()
    assert page.url == path.as_uri() and page.problems == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    term.tap()
    page.wait_for_url("**/glossary.html#term-*")
