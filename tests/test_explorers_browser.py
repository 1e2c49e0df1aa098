"""What every explorer does in a real browser: from disk, with MicroPython in place of the kernel.

To start MicroPython costs more than any question: each explorer is opened once, for all that is asked of
every one. What they do on a phone and in the dark is asked in the chapters that hold them, see test_book.
"""

import base64
import json
import random

import pytest
from explorer_cases import CASES, alive, unfold
from test_book import answer, browser, open_page, pytestmark, twin, use, violations  # noqa: F401

every = pytest.mark.parametrize("case", CASES.values(), ids=CASES)
some = pytest.mark.parametrize(
    "case", [*CASES.values()][::4], ids=[*CASES][::4]
)  # for what is the kit's alone


def fragment(**states):
    """The address of some states, written as a link would be: JSON in base64, without padding."""

    def encode(state):
        return base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")

    return "#" + "&".join(f"{name}={encode(state)}" for name, state in states.items())


def another(case):
    """The next explorer in the list, after the last one the first."""
    cases = [*CASES.values()]
    return cases[(cases.index(case) + 1) % len(cases)]


def address_of(page, name):
    """The state of an explorer that stands in the page's address, None where there is none."""
    for part in page.evaluate("location.hash").removeprefix("#").split("&"):
        explorer, _, state = part.partition("=")
        if explorer == name:
            return json.loads(base64.urlsafe_b64decode(state + "=" * (-len(state) % 4)))
    return None


@every
def test_one_visit(case, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()), viewport={"width": 1280, "height": 800})
    page.add_style_tag(content="main { width: 720px }")
    the_starts_are_read_whole(page)
    undo_returns_and_redo_goes_on(page, case)
    guesses_are_committed_before_the_answer_shows(page, case)
    the_keyboard_reaches_everything(page)
    an_address_shows_what_the_loop_gives(page, case)
    use(page, case)
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    assert violations(page, ".prpn-explorer") == []
    assert page.problems == []


CUT = """list => {
  const pen = document.createElement("canvas").getContext("2d"), style = getComputedStyle(list);
  pen.font = `${style.fontSize} ${style.fontFamily}`;
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16;
  return [...list.options].map(({ text }) => text).filter((name) => pen.measureText(name).width > room);
}"""


def the_starts_are_read_whole(page):
    """No name in the list of what one can start from is cut: each fits beside the list's arrow."""
    starts = alive(page).get_by_label("start from")
    assert starts.evaluate(CUT) == []


def undo_returns_and_redo_goes_on(page, case):
    explorer = alive(page)
    undo, redo = (explorer.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    first = case.read(explorer)
    undo.press("Enter")
    assert case.read(alive(page)) == first, "there is nothing to undo yet"
    second = case.read(case.change(page))
    assert second != first and undo.get_attribute("aria-disabled") == "false"
    same_as_the_loop(second, case, address_of(page, case.kind.name))
    undo.press("Enter")
    assert case.read(alive(page)) == first
    assert undo.get_attribute("aria-disabled") == "true"
    assert page.evaluate("document.activeElement.textContent") == "Undo", "the focus stays"
    redo.press("Enter")
    assert case.read(alive(page)) == second
    explorer.get_by_label("start from").select_option(index=1)
    assert case.read(alive(page)) != second
    undo.press("Enter")
    assert case.read(alive(page)) == second
    undo.press("Enter")
    assert case.read(alive(page)) == first


def height(page):
    """How high the first explorer of a page is with "More" closed, as it comes."""
    unfold(page, more=False)
    high = page.locator(".prpn-explorer").first.bounding_box()["height"]
    unfold(page)
    return high


def guesses_are_committed_before_the_answer_shows(page, case):
    explorer = alive(page)
    assert height(page) <= 640, "cause and effect are seen at once"
    guess = explorer.locator(".prpn-guess")
    on = "Next question" if len(case.kind.guesses) > 1 else "Ask me again"
    for number, question in enumerate(case.kind.guesses):
        assert question.answer not in guess.inner_text() and question.question in guess.inner_text()
        guess.get_by_role("button", name="Commit").press("Enter")
        page.wait_for_function("document.querySelector('.prpn-guess .prpn-verdict').textContent !== ''")
        assert question.answer not in guess.inner_text(), "a guess comes first"
        if question.options:
            wrong = next(option for option in question.options if option != question.right)
            guess.get_by_role("radio", name=question.right if number else wrong, exact=True).check()
        else:
            scale = guess.get_by_role("slider")
            scale.press("Home")
            for _ in range(int((question.right - question.low) / question.step)):
                scale.press("ArrowRight")
            if number == 0:
                scale.press("ArrowRight")
        guess.get_by_role("button", name="Commit").press("Enter")
        assert question.answer in guess.inner_text()
        assert ("Right: " in guess.inner_text()) == (number > 0)
        assert page.evaluate("document.activeElement.textContent") == on, "the focus is not lost"
        assert height(page) <= 690, "what is said takes the place of what was asked"
        if question.shows:
            guess.get_by_role("button", name="Show it").press("Enter")
            shown = {**case.kind().state(), **question.shows, **question.marks}
            assert case.read(alive(page)).keys() == case.expected(shown).keys()
            right = case.expected(shown)
            picture = next(name for name in ("stack", "tree", "told") if name in right)
            assert case.read(alive(page))[picture] == right[picture]
        guess.get_by_role("button", name=on).press("Enter")


def an_address_shows_what_the_loop_gives(page, case):
    draw = random.Random(7)
    for state in (*(case.draw(draw) for _ in range(5)), case.kind().state()):
        page.evaluate("hash => { location.hash = hash; }", fragment(**{case.kind.name: state}))
        page.wait_for_timeout(20)  # the page hears of its new address a moment later
        same_as_the_loop(case.read(alive(page)), case, state)


def same_as_the_loop(shown, case, state):
    asked = case.draw(random.Random(7)).keys()  # a state may hold, too, what only the page shows
    right = case.expected({name: value for name, value in state.items() if name in asked})
    assert shown.keys() == right.keys()
    for name, value in right.items():
        exact = not (isinstance(value, list) and all(isinstance(x, int | float) for x in value))
        assert shown[name] == (value if exact else pytest.approx(value, abs=1e-9)), (name, state)


def the_keyboard_reaches_everything(page):
    page.evaluate(
        """() => {
          const all = [...document.querySelectorAll(".prpn-explorer :is(input, button, select)")];
          window.left = new Set(all.filter((one) => one.offsetParent));
          document.addEventListener("focusin", ({ target }) => window.left.delete(target));
          const start = document.querySelector("h1");
          start.tabIndex = -1;
          start.focus();
        }"""
    )
    stops = 0
    while stops < 40:
        page.keyboard.press("Tab")
        kind = page.evaluate(
            "(at => at.closest('.prpn-explorer') && (at.type ?? '-'))(document.activeElement)"
        )
        if kind is None:
            break
        stops += 1
        groups = (
            ".prpn-row-scores, .prpn-row-cuts, .prpn-row-forget, .prpn-row-find, .prpn-pyramid, .prpn-seeds, "
            ".prpn-postcard"
        )
        within = f"document.activeElement.closest('{groups}')"
        roving = page.evaluate(f"{within}?.querySelectorAll('input, button').length")
        if kind == "radio":
            group = "[...document.getElementsByName(document.activeElement.name)]"
            others = page.evaluate(f"{group}.length") - 1
        if kind == "radio" or roving:  # one stop for the group, arrows inside it
            for _ in range(roving or others):
                page.keyboard.press("ArrowRight")
            for _ in range(roving or 0):
                page.keyboard.press("ArrowLeft")
    assert page.evaluate("[...window.left].map((one) => one.outerHTML)") == []
    assert stops <= 16, "few stops before a reader is past the explorer"
    alive(page)


@some
def test_a_copied_address_restores_the_state(case, open_page, twin):  # noqa: F811
    path = twin(case.kind(), another(case).kind(), case.kind())
    tall = {"width": 1280, "height": 3000}  # so that all of them are near enough to be alive
    page = open_page(path, viewport=tall)
    first = case.read(case.change(page, 0))
    last = 2
    page.locator(".prpn-twin").nth(last).scroll_into_view_if_needed()
    second = case.read(case.change(page, last))
    assert page.evaluate("location.hash").count("=") == 2
    address = page.url
    again = open_page(path, fragment=address.partition("#")[2], viewport=tall)
    again.locator(".prpn-twin").nth(last).scroll_into_view_if_needed()
    assert case.read(alive(again, 0)) == first
    again.wait_for_function(f"document.querySelectorAll('.prpn-explorer').length > {last}")
    assert case.read(alive(again, last)) == second
    alive(again, 0).get_by_role("button", name="Undo", exact=True).press("Enter")
    assert case.read(alive(again, 0)) != first
    assert page.problems == [] and again.problems == []


@some
def test_an_address_that_makes_no_sense_is_said_and_ignored(case, open_page, twin):  # noqa: F811
    start = case.expected(case.kind().state())
    first, *others = ("rubbish", "e30x", fragment(x={"d": "</script>"})[3:])
    page = open_page(twin(case.kind()), fragment=f"{case.kind.name}={first}")
    for part in (first, *others):
        if part != first:
            page.evaluate("document.querySelector('.prpn-trouble').textContent = ''")
            page.evaluate("hash => { location.hash = hash; }", f"{case.kind.name}={part}")
        explorer = alive(page)
        page.wait_for_function(
            "document.querySelector('.prpn-trouble').textContent.includes('holds no state')"
        )
        assert case.read(explorer).keys() == start.keys() and case.read(explorer) == case.read(alive(page))
    assert page.problems == []


@some
def test_the_picture_stands_before_python(case, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()), without=["prpn-python.js"])
    explorer = alive(page)
    assert case.read(explorer).keys() == case.expected(case.kind().state()).keys()
    role, name = case.control
    explorer.get_by_role(role, name=name).press(case.key)
    page.wait_for_function("document.querySelector('.prpn-trouble').textContent.includes('earlier state')")


@some
def test_the_clock_starts_when_python_is_there(case, open_page, twin):  # noqa: F811
    held = []
    page = open_page(twin(case.kind()), hold={"prpn-python.js": held}, clock=True)
    page.wait_for_selector(".prpn-explorer")
    unfold(page)
    role, name = case.control
    page.locator(".prpn-explorer").get_by_role(role, name=name).press(case.key)
    page.clock.run_for(20_000)
    assert "Python is loading" in page.locator(".prpn-trouble").inner_text()
    held[0].continue_()
    page.wait_for_function("!document.querySelector('.prpn-waiting')")
    page.clock.run_for(20_000)
    assert page.locator(".prpn-trouble").inner_text() == ""
    assert page.problems == []


@some
def test_what_is_far_is_drawn_too_and_python_waits_for_a_reader(case, open_page, twin):  # noqa: F811
    page = open_page(twin('<div style="height: 6000px"></div>', case.kind()))
    explorer = page.locator(".prpn-explorer")
    explorer.wait_for()
    assert not any(url.endswith("prpn-python.js") for url in page.asked)
    with page.expect_event("requestfinished", lambda request: request.url.endswith("prpn-python.js")):
        explorer.scroll_into_view_if_needed()
    assert page.problems == []


@every
def test_without_scripts_the_numbers_stand_and_answers_are_folded(case, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()), java_script_enabled=False)
    rows = page.locator(".prpn-twin tbody tr")
    assert rows.count() == len(case.kind().table()) - 1
    for question in case.kind.guesses:
        fold = page.locator("details", has_text=question.question)
        assert not fold.get_by_text(question.answer).is_visible()
        fold.locator("summary").click()
        assert fold.get_by_text(question.answer).is_visible()
