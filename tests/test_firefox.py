"""The game and an explorer in Firefox, on a phone's width, from disk."""

import pytest
from written import HTML, PAGES

firefox = pytest.importorskip("firefox", reason="Firefox is driven by websocket-client, which is missing")

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not firefox.PROGRAM, reason="needs Firefox: apt install firefox-esr"),
    pytest.mark.skipif(not PAGES, reason="needs the built book: run `make book`"),
]


@pytest.fixture(scope="module")
def browser():
    browser = firefox.Firefox()
    yield browser
    browser.close()


@pytest.fixture
def page(browser):
    browser.errors.clear()
    yield browser
    assert browser.errors == []


NARROW = "document.documentElement.scrollWidth <= 390 && innerWidth === 390"


def test_the_game_takes_a_guess_and_its_tree_forms(page):
    page.open((HTML / "book/index.html").as_uri())
    page.until("document.querySelector('.prpn-game .gap')")
    assert page.evaluate(NARROW)
    paths = "[...document.querySelectorAll('.prpn-game .picture path')]"
    lines = f"{paths}.map((one) => one.getAttribute('d')).join()"
    before = page.evaluate(lines)
    page.click(".prpn-game .gap:nth-of-type(2)")
    page.until("document.querySelector('.prpn-game .main:not(.idle)')")
    page.click(".prpn-game .main")
    page.until("document.querySelector('.prpn-game[data-step=told] .count')?.textContent")
    assert page.evaluate(lines) != before
    assert "machine" in page.evaluate("document.querySelector('.prpn-game .answer').textContent")
    assert page.evaluate(NARROW)


def test_a_wall_of_chapter_7_moves_by_keys_and_by_hand(page):
    page.open((HTML / "book/part2-latent-trees/07-prpn-gates.html").as_uri())
    page.until("document.querySelector('.prpn-skyline input[type=range]')")
    wall = "document.querySelector('.prpn-skyline input[type=range]')"
    settled = "!document.querySelector('.prpn-skyline.prpn-waiting')"
    before = page.evaluate(f"({wall}.focus(), Number({wall}.value))")
    page.press("ArrowUp", "ArrowUp")
    assert page.evaluate(f"Number({wall}.value)") == pytest.approx(before + 0.02)
    tree = "document.querySelector('.prpn-skyline .prpn-row-tree svg').getAttribute('aria-label')"
    page.until(settled)
    first = page.evaluate(tree)
    x, top, height = page.evaluate(
        f"""((one) => {{
          one.scrollIntoView({{ block: "center" }});
          const {{ x, y, width, height }} = one.getBoundingClientRect();
          return [x + width / 2, y, height];
        }})({wall})"""
    )
    now = page.evaluate(f"Number({wall}.value)")
    page.drag((x, top + height * (1 - now)), (x, top + 2))
    page.until(f"Number({wall}.value) > 0.9 && {settled}")
    page.until(f"{tree} !== {first!r}")
    assert page.evaluate(NARROW)
