"""The decks of slides, one for each chapter, without a network, with live explorers and notes; the votes."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from playwright.sync_api import sync_playwright
from test_book import CHROMIUM, OPTIONS

from prpn_book.sphinx import slides

ROOT = Path(__file__).parents[1]
BUILT = ROOT / "_build" / "html"
CHAPTERS = sorted(path.stem for path in ROOT.glob("book/part*/text/[0-9]*.md"))
VOTES = (ROOT / "book/teach/votes.md").read_text("utf-8")


def test_every_chapter_has_votes_whose_every_option_is_explained():
    chapters = dict(re.findall(r"^## Chapter (\d+)\n(.*?)(?=^## |\Z)", VOTES, re.DOTALL | re.MULTILINE))
    assert [int(number) for number in chapters] == [int(stem[:2]) for stem in CHAPTERS]
    for number, text in chapters.items():
        votes = re.findall(rf"^### Vote {number}\.(\d+): .*?</details>", text, re.DOTALL | re.MULTILINE)
        assert len(votes) >= 3, number
        for vote in re.findall(r"^### Vote .*?</details>", text, re.DOTALL | re.MULTILINE):
            options = re.findall(r"^- ([A-D]): ", vote, re.MULTILINE)
            answer = vote.split("</summary>")[1]
            assert options == list("ABCD")[: len(options)] and len(options) >= 3
            assert set(re.findall(r"\*{1,2}([A-D])[.*]", answer)) == set(options), vote


def test_the_page_links_every_deck():
    linked = re.findall(r"slides/([\w-]+)\.html", (ROOT / "book/teach/slides.md").read_text("utf-8"))
    assert linked == CHAPTERS


@pytest.mark.skipif(not (BUILT / "slides").is_dir(), reason="no built book")
def test_every_chapter_has_a_deck_that_asks_nobody_on_the_web():
    decks = sorted((BUILT / "slides").glob("*.html"))
    assert [deck.stem for deck in decks] == CHAPTERS
    for deck in decks:
        text = deck.read_text("utf-8")
        assert text.count("<section>") == text.count('<aside class="notes">') > 10
        assert text.count("Vote alone;") >= 3
        for place in re.findall(r'<(?:script|link)[^>]* (?:src|href)="([^"]+)"', text):
            assert (deck.parent / place.split("?")[0]).is_file(), place


@pytest.mark.browser
@pytest.mark.skipif(not (BUILT / "slides").is_dir(), reason="no built book")
@pytest.mark.skipif(not CHROMIUM, reason="no Chromium")
def test_a_deck_opens_its_explorer_answers_and_its_notes_are_there():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        page = browser.new_page(viewport={"width": 1280, "height": 720})
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("requestfailed", lambda request: errors.append(request.url))
        page.goto((BUILT / "slides" / "07-prpn-gates.html").as_uri())
        page.wait_for_selector(".prpn-explorer svg", timeout=20_000)
        assert page.evaluate("Reveal.getTotalSlides()") > 20
        assert page.evaluate("Reveal.getSlideNotes()").startswith("<p>Let everybody touch")
        slide = "document.querySelector('section.present')"
        page.wait_for_function(f"{slide}.scrollHeight <= {slide}.clientHeight + 1")
        index = page.evaluate(
            "[...document.querySelectorAll('.slides > section')]"
            ".findIndex((one) => one.textContent.includes('Predict:') && one.querySelector('.fragment'))"
        )
        page.evaluate(f"Reveal.slide({index})")
        assert page.locator("section.present .fragment.visible").count() == 0
        page.keyboard.press("Space")
        assert page.locator("section.present .fragment.visible").count() == 1
        browser.close()
    assert errors == []


def test_a_slide_leads_to_no_fold():
    text = (
        "Fox. The fold has (1.5) and more. So it grows, as the folds show; the fold says why. The fold ends."
    )
    article = BeautifulSoup(f"<section><p>{text}</p></section>", "html.parser").section
    slides._bare(article, Path("book/a.html"))
    assert article.p.text == "Fox. So it grows. "


def test_a_prediction_and_a_vote_bring_what_they_begin_from():
    """A class sees one slide: the numbers, the picture and the code that a question needs are on it."""
    page = """<html><body><article><section id="top"><h1>7. A chapter</h1><p>Why?</p>
      <section id="one"><h2>Walls</h2>
        <div class="cell"><figure class="prpn-figure" id="fig-7-far"><svg class="far"></svg></figure></div>
      </section>
      <section id="two"><h2>Views</h2>
        <p>Too far up.</p>
        <div class="cell"><figure class="prpn-figure"><svg class="near"></svg></figure></div>
        <p>The scores are .7 and .6.</p>
        <div class="cell"><div class="cell_input">
          <div class="highlight"><pre><span>step(1)</span></pre></div></div></div>
        <details data-right="1"><summary>Predict, with a pencil: which?</summary><p>One.</p></details>
      </section>
      <section id="three"><h2>Far</h2><p>See <a href="#fig-7-far">Figure 7.1</a>.</p>
        <details data-right="2" data-choices="1 | 2" data-given="It has .5.">
          <summary>Predict: how far?</summary><p>Two.</p></details>
      </section>
    </section></article></body></html>"""
    deck = slides.of_page(page, [], Path("book/part/07.html"))
    near, far = (one for one in deck.split("<section>") if "Predict" in one)
    assert "near" in near and ".7 and .6" in near and "step(1)" in near and "Too far up" not in near
    assert "<strong>Predict, with a pencil:</strong> which?" in near
    assert 'class="far"' in far and far.index("far") < far.index("<p>It has .5.</p>") < far.index("how far?")


def test_a_slide_names_the_letter_the_moment_of_a_film_the_formula_and_the_note():
    page = """<html><body><article><section id="top"><h1>7. A chapter</h1><p>Why?</p>
      <section id="one"><h2>Coins</h2><div class="math" id="equation-eq-coin">a = b (7.4)</div>
        <div class="cell"><fieldset class="prpn-film"><legend>Walls that learn.</legend>
          <input type="radio"><label>update 0</label><input type="radio"><label>update 5</label>
          <div class="frame"><figure class="prpn-figure">walls</figure></div>
          <div class="frame"><figure class="prpn-figure">lower</figure></div></fieldset></div>
      </section>
      <section id="two"><h2>Sums</h2><p>By <a href="#equation-eq-coin">(7.4)</a>, as the note says.</p>
        <details data-right="it sinks" data-choices="it rises | it sinks">
          <summary>Predict: what?</summary><p>Take a pencil.</p></details>
      </section>
    </section></article></body></html>"""
    _, _, _, first, last, asked = slides.of_page(page, [], Path("book/part/07.html")).split("<section>")
    assert "Walls that learn. <strong>update 0</strong>" in first and "walls" in first
    assert "<strong>update 5</strong>" in last and "lower" in last and "walls" not in last
    assert "a = b (7.4)" in asked and "<p><strong>B.</strong> Take a pencil.</p>" in asked
    assert slides.THE_NOTE in asked and slides.THE_NOTE not in first and "Right: B, it sinks." in asked


def test_a_vote_shows_what_its_chapter_gives_all_votes(tmp_path):
    page = tmp_path / "votes.html"
    page.write_text(
        '<section id="chapter-7"><h2>Chapter 7</h2><p>The scores are .7 and .6.</p>'
        '<section id="vote"><h3>Vote 7.1: a</h3><p>What is it?</p><ul><li>A: 1</li></ul>'
        "<details><summary>Answer</summary><p>A. So.</p></details></section></section>",
        "utf-8",
    )
    assert ".7 and .6" in slides._votes(page)[7][0]
