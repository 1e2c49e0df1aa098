"""The book as a reader meets it: opened from disk in a browser, with every other host out of reach."""

import os
import re
import shutil
import zlib
from pathlib import Path

import pytest
from explorer_cases import CASES, alive, unfold
from test_weight import asked_for
from written import HTML, PAGES

from prpn_book.explore import GateExplorer

sync_api = pytest.importorskip("playwright.sync_api")

ROOT = Path(__file__).parents[1]
VENDOR = ROOT / "_build/vendor/vendor"
AXE = ROOT / "_build/frontend/node_modules/axe-core/axe.min.js"
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")  # the quickest first
CHROMIUM = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, PROGRAMS)), None)
OPTIONS = (
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--js-flags=--liftoff-only",  # MicroPython is compiled once a page, not twice
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not CHROMIUM, reason="needs Chromium: install it, or set CHROMIUM to its path"),
    pytest.mark.skipif(not VENDOR.exists(), reason="needs the browser parts: run `make book`"),
]
built = pytest.mark.skipif(not PAGES, reason="needs the built book: run `make book`")


def identity(path):
    return path.relative_to(HTML).as_posix()


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(OPTIONS))
        browser.windows = {}
        yield browser
        browser.close()


def window(browser, settings):
    """The browser's window with these settings, opened once: a new one costs as much as the page in it."""
    key = repr(sorted(settings.items()))
    if key not in browser.windows:
        browser.windows[key] = browser.new_context(**settings)
        browser.windows[key].new_page()  # stays open: with its last tab the window would close
    return browser.windows[key]


@pytest.fixture
def open_page(browser):
    """Open a page from disk in a tab of its own. What it should not do, it does to `page.problems`.

    `page.asked` is what it fetched. Files in `without` are missing; requests for files in `hold` wait in its
    lists. `clock` stops the timers, of a whole window.
    """
    opened_here, with_clock = [], []

    def opened(path, without=(), hold=None, fragment="", clock=False, **settings):
        context = browser.new_context(**settings) if clock else window(browser, settings)
        with_clock.extend([context] if clock else [])
        page = context.new_page()
        opened_here.append(page)
        watch(page, without, hold or {})
        if clock:
            page.clock.install()
        page.goto(path.as_uri() + (f"#{fragment}" if fragment else ""))
        return page

    yield opened
    for page in opened_here:
        page.evaluate("localStorage.clear()")  # the window's next tab finds nothing
        page.close()
    for context in with_clock:
        context.close()


@pytest.fixture(scope="module")
def tab(browser):
    """One tab for tests that only open pages and look, one after the other."""
    page = window(browser, {}).new_page()
    watch(page)
    yield page
    page.close()


def watch(page, without=(), hold=None):
    """Keep the page from every other host, and note what it asks for and what goes wrong."""
    page.problems, page.asked = [], []

    def route(route):
        url = route.request.url
        page.asked.append(url)
        for name, held in (hold or {}).items():
            if url.endswith(name):
                return held.append(route)
        if not url.startswith(("file:", "data:", "blob:")):
            page.problems.append(f"asks for {url}")
        if any(url.endswith(name) for name in without) or not url.startswith(("file:", "data:", "blob:")):
            route.abort()
        else:
            route.continue_()

    page.route("**/*", route)
    page.on("requestfailed", lambda request: page.problems.append(f"failed: {request.url}"))
    page.on("console", lambda m: m.type == "error" and page.problems.append(m.text))
    page.on("pageerror", lambda error: page.problems.append(str(error)))


@pytest.fixture
def twin(tmp_path):
    """Write the smallest page that holds explorers, or other HTML, as the book does; return its path."""
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static/vendor").symlink_to(VENDOR)

    def written(*parts):
        path = tmp_path / "page.html"
        body = "\n".join(part if isinstance(part, str) else part.twin() for part in parts or [GateExplorer()])
        head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Twin</title>'
        path.write_text(
            f'<!doctype html><html lang="en" data-content_root="./"><head>{head}</head>'
            f"<body><main><h1>An explorer</h1>{body}</main></body></html>",
            "utf8",
        )
        return path

    return written


def violations(page, scope, rules=None):
    """What axe finds to be a serious barrier in a part of a page, by all its rules or some."""
    if not page.evaluate("Boolean(window.axe)"):
        page.add_script_tag(path=AXE)
    options = {"preload": False, "resultTypes": ["violations"]} | ({"runOnly": rules} if rules else {})
    result = page.evaluate("([scope, options]) => axe.run(scope, options)", [scope, options])
    return [
        (found["id"], node["target"], node["failureSummary"])
        for found in result["violations"]
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]


# The library's sources, which are pages too, are all made by one template: it is enough to open one.
SOURCES = [path for path in PAGES if "_modules" in path.parts]
CHAPTERS = [path for path in PAGES if path.parent.name.startswith("part")]
LANDING = HTML / "book/index.html"


@built
@pytest.mark.parametrize(
    "path", [path for path in PAGES if path not in {*SOURCES[1:], *CHAPTERS, LANDING}], ids=identity
)
def test_a_page_is_whole_without_the_network(tab, path):
    tab.goto("about:blank")  # what the page before was still asking for is no problem of this one
    tab.problems.clear()
    tab.goto(path.as_uri())
    settled(tab)
    assert tab.problems == []


@built
def test_the_other_sources_ask_for_what_the_first_asks():
    known = asked_for(SOURCES[0])
    assert all(file.exists() for file in known)
    assert [path for path in SOURCES if asked_for(path) != known] == []


def settled(page):
    """Wait until a page has its fonts, and a moment longer for whatever it still wants."""
    page.wait_for_load_state("load")
    page.wait_for_function("document.fonts.status === 'loaded'")  # outlives that a page leads to another
    page.wait_for_timeout(200)


@built
@pytest.mark.parametrize("path", CHAPTERS, ids=identity)
def test_a_chapter_is_whole_on_a_phone_and_its_explorers_live(open_page, path):
    page = open_page(path, viewport={"width": 390, "height": 844}, color_scheme="light", has_touch=True)
    settled(page)
    page.evaluate(OPEN)
    cases = []
    for held in page.locator(".prpn-twin").all():
        held.scroll_into_view_if_needed()
        held.locator(".prpn-explorer").wait_for()
        unfold(page, more=False)
        high = held.locator(".prpn-explorer").bounding_box()["height"]
        assert high <= 700, "question and effect on one screen"
        room = held.evaluate("held => parseFloat(held.style.getPropertyValue('--prpn-narrow'))")
        assert abs(high - room) <= 40, "the page moves: run python book/_frontend/rooms.py"
        unfold(page)
        cases.append(next(case for name, case in CASES.items() if held.locator(f".prpn-{name}").count()))
        role, name = cases[-1].control
        before, control = cases[-1].read(held), held.get_by_role(role, name=name)
        if control.count():
            control.press(cases[-1].key)
        else:  # a simple form, which leaves this control away: start from another preset
            starts = held.get_by_role("combobox", name="start from")
            starts.select_option(index=starts.locator("option").count() - 2)
        page.wait_for_function("!document.querySelector('.prpn-waiting')")
        assert cases[-1].read(held) != before
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(TOUCHING) == []
    page.evaluate(THROUGH)
    page.evaluate(MARK)
    page.evaluate(LEAVE, ".prpn-explorer, [data-scrolls]")  # axe reads all, whatever it is asked about
    assert violations(page, "[data-scrolls]", ["scrollable-region-focusable"]) == []
    if cases:
        boxes = targets(page)
        assert len(boxes) > 5 and [box for box in boxes if box[1] < 36 or box[2] < 44] == []
        page.evaluate(LAST)
        if page.locator(".prpn-guess").count():
            answer(page)
        use(page, cases[-1])
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
            assert violations(page, ".prpn-explorer") == [], theme
    assert page.problems == []


@built
def test_on_paper_a_film_is_all_its_frames_and_there_is_no_second_contents(open_page):
    page = open_page(
        HTML / "book/part2-latent-trees/07-prpn-gates.html", viewport={"width": 794, "height": 1123}
    )
    page.evaluate("document.querySelectorAll('.prpn-fold').forEach((fold) => { fold.open = true; })")
    page.emulate_media(media="print")
    film = page.locator(".prpn-film").first
    seen = film.evaluate(
        """film => [...film.querySelectorAll(".frame")].map((frame) => {
          const { left, top, height } = frame.getBoundingClientRect();
          const { visibility } = getComputedStyle(frame);
          return [visibility, height > 50, Math.round(left), Math.round(top)];
        })"""
    )
    assert len(seen) > 1 and all(visible == "visible" and high for visible, high, *_ in seen)
    assert len({(left, top) for *_, left, top in seen}) == len(seen), "none lies on another"
    assert film.locator(".moment").all_inner_texts() == film.locator("label").all_text_contents()
    assert not page.locator("#jb-print-toc").is_visible()
    page.emulate_media(media="screen")


# What of a page leaves the column that it stands in, or is cut by a box that scrolls.
CUT = """() => {
  const right = (one) => one.getBoundingClientRect().right;
  const end = (box) => right(box) - parseFloat(getComputedStyle(box).paddingRight);
  const column = (one) => one.parentElement.closest("details, .frame, li, section");
  const scrolls = (box) =>
    getComputedStyle(box).overflowX !== "visible" && box.scrollWidth > box.clientWidth;
  const kinds = "table, caption, figure, pre, .prpn-svg, .prpn-explorer";
  return [...document.querySelectorAll(`.bd-article :is(${kinds})`)]
    .filter((one) => one.checkVisibility())
    .filter((one) => right(one) > end(column(one)) + 1 || scrolls(one.parentElement))
    .map((one) => [one.tagName, one.textContent.trim().slice(0, 60)]);
}"""


POINTS = 72 / 25.4  # in a millimetre
TOP, FOOT = 280 * POINTS, 20 * POINTS  # of the text on A4, from the sheet's lower edge
MOVES = re.compile(rb"(?m)^(q|Q|(?:-?[\d.]+ ){6}(?:cm|Tm))$")


def filled(pdf):
    """How far down each page of a PDF its text goes, as a share of what the margins leave."""
    objects = dict(re.findall(rb"(?ms)^(\d+) 0 obj\s*(.*?)\s*endobj", pdf))
    shares = []
    for page in (body for body in objects.values() if re.search(rb"/Type\s*/Page\b", body)):
        stream = objects[re.search(rb"/Contents (\d+) 0 R", page)[1]].split(b"stream", 1)[1]
        drawn = zlib.decompressobj().decompress(stream.lstrip(b"\r\n"))
        scale, up, kept, lines = 1.0, 0.0, [], []
        for move in MOVES.findall(drawn):
            if move == b"q":
                kept.append((scale, up))
            elif move == b"Q":
                scale, up = kept.pop()
            else:
                *_, tall, _, high, kind = move.split()
                if kind == b"cm":
                    scale, up = scale * float(tall), up + scale * float(high)
                else:
                    lines.append(up + scale * float(high))
        shares.append((TOP - min(line for line in lines if line > FOOT)) / (TOP - FOOT))
    return shares


ANSWERED = ".prpn-commit, .prpn-quiz, .prpn-away:not([data-asked])"
FOLDS = "[...document.querySelectorAll('.bd-article details:not(.prpn-fold)')].map((fold) => fold.outerHTML)"
LEFT_OUT = "details.prpn-fold:not([open]) *, .prpn-twin *"


@built
@pytest.mark.parametrize("path", CHAPTERS, ids=identity)
def test_on_paper_nothing_is_cut_and_every_explorer_is_drawn(open_page, path):
    page = open_page(path, viewport={"width": 642, "height": 980})  # A4 between its margins
    settled(page)
    page.wait_for_function("!document.querySelector('.prpn-twin:not(:has(.prpn-explorer))')")
    before = page.evaluate(FOLDS)
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.evaluate(CUT) == []
    asked = page.locator(f":is({ANSWERED}):not(:is({LEFT_OUT}))").count()
    assert page.locator(".bd-article > section > :last-child .prpn-solved > p:first-child").count() == asked
    assert page.locator(".prpn-quiz [data-said]:visible, details[data-asked]:visible").count() == 0
    tasks = page.locator(".prpn-try:visible")
    for box in tasks.all():
        typed = box.locator("textarea").input_value()
        assert box.locator(".prpn-paper").inner_text().strip() == typed.strip()
        assert not box.locator("textarea").is_visible()
    *full, _ = filled(page.pdf(prefer_css_page_size=True))
    assert len(full) < 15 and min(full, default=1) > 0.5
    page.emulate_media(media="screen")
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.evaluate(FOLDS) == before


START = '<script type="application/json">'  # of what an explorer's page stores


@built
def test_the_chapters_hold_every_explorer():
    held = "".join(path.read_text("utf8") for path in CHAPTERS)
    assert [
        case.kind.name for case in CASES.values() if f'{START}{{"module": "{case.kind.name}"' not in held
    ] == []


def targets(page):
    """What a finger is to hit in explorers: what it is, its width and its height in pixels."""
    return page.evaluate(
        """() => [...document.querySelectorAll(".prpn-explorer :is(button, select, input, label)")]
          .filter((one) => one.offsetParent)
          .filter((one) => !one.matches("label input:not([type=text])"))
          .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
          .map(([name, { width, height }]) => [name, width, height])"""
    )


def use(page, case):
    """Change the state three times, then type a sentence that is far too long and not closed."""
    for _ in range(3):
        case.change(page)
    field = alive(page).get_by_role("textbox")
    field.fill("(one " * 40)
    field.press("Enter")
    page.wait_for_function("document.querySelector('.prpn-text [role=status]').textContent !== ''")


def answer(page):
    """Commit some guess to the first question."""
    guess = page.locator(".prpn-guess").first
    if guess.get_by_role("radio").count():
        guess.get_by_role("radio").first.check()
    else:
        guess.get_by_role("slider").press("ArrowRight")
    guess.get_by_role("button", name="Commit").press("Enter")


# Open what is folded, or covered until a guess is committed.
OPEN = """() => {
  for (const fold of document.querySelectorAll("details.prpn-fold")) fold.open = true;
  for (const skip of document.querySelectorAll(".prpn-commit .skip")) skip.click();
}"""

# Words of a figure that touch, seen at the size of a computer's page; not those that are turned.
TOUCHING = """() => [...document.querySelectorAll(".prpn-figure svg")].flatMap((svg) => {
  const unit = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const words = [...svg.querySelectorAll("text:not([transform*=rotate])")];
  const boxes = words.map((word) => [word.textContent, word.getBoundingClientRect()]);
  return boxes.flatMap(([here, a], at) => boxes.slice(at + 1).filter(([, b]) =>
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > a.height / 2
    && Math.max(a.left, b.left) - Math.min(a.right, b.right) < unit
  ).map(([there]) => `${svg.closest("[id]")?.id}: ${here} | ${there}`));
})"""

# Read the page from top to bottom: what scrolls is told of when a reader comes near it.
THROUGH = """async () => {
  for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight) {
    scrollTo(0, y);
    await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 20)));
  }
}"""

# Mark what scrolls; a reader has to reach it by keyboard.
MARK = """() => {
  for (const one of document.body.querySelectorAll("*")) {
    const { overflowX, overflowY } = getComputedStyle(one);
    const across = one.scrollWidth > one.clientWidth && /auto|scroll/.test(overflowX);
    const down = one.scrollHeight > one.clientHeight && /auto|scroll/.test(overflowY);
    if (across || down) one.dataset.scrolls = "";
  }
}"""

# Take all explorers but the last out of the page.
LAST = "[...document.querySelectorAll('.prpn-twin')].slice(0, -1).forEach((one) => one.remove())"

# Take everything out of the page but what matches, and what it stands in.
LEAVE = """kept => {
  const left = [...document.querySelectorAll(kept)];
  const take = (parent) => {
    for (const child of [...parent.children]) {
      if (left.includes(child) || child.matches("script, style, link")) continue;
      if (left.some((one) => child.contains(one))) take(child); else child.remove();
    }
  };
  take(document.body);
}"""


@built
def test_the_verdict_follows_keys_and_fingers_on_a_phone(open_page):
    page = open_page(LANDING, viewport={"width": 390, "height": 844}, color_scheme="light")
    settled(page)
    verdict = page.locator(".prpn-hero .verdict")
    assert verdict.inner_text() == "((good but) not) funny positive"
    word = page.get_by_role("button", name="not, word 3")
    assert word.is_disabled(), "the brackets come first"
    lowest = page.locator(".prpn-hero").get_by_role("slider").first
    lowest.scroll_into_view_if_needed()
    box = lowest.bounding_box()
    page.mouse.move(box["x"] + 22, box["y"] + 22)
    page.mouse.down()
    page.mouse.move(box["x"] + 22, box["y"] - 70)
    page.mouse.up()
    assert verdict.inner_text() == "good ((but not) funny) negative"
    word.press("ArrowLeft")
    assert page.locator(".prpn-hero .tile").all_inner_texts() == ["good", "not", "but", "funny"]
    assert page.evaluate("document.activeElement.textContent") == "not"
    page.get_by_role("button", name="Put it back").click()
    lowest.press("ArrowUp")
    assert verdict.inner_text().endswith("negative") and page.problems == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.evaluate(LEAVE, ".prpn-hero, .prpn-start, .prpn-map")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
        page.wait_for_function(
            "!document.getAnimations().length"
        )  # a button's colours are still on their way
        assert violations(page, ".prpn-hero, .prpn-start, .prpn-map") == [], theme


# A task, a prediction and a quiz in one visit: a visit costs more than what is done on it.
NEAREST = """def nearest_higher(d):
out = [0 for _ in d]
for t in range(len(d)):
for i in range(t):
if d[i] >= d[t]:
out[t] = i
"""


@built
def test_a_number_is_committed_as_a_fraction_too(open_page):
    page = open_page(HTML / "book/part3-beyond/16-ordered-neurons.html")
    guess = page.locator(".prpn-commit").first
    field, commit = guess.get_by_role("textbox"), guess.get_by_role("button", name="Commit")
    for typed in ("a half", "1/0"):
        field.fill(typed)
        commit.click()
        assert guess.get_by_role("status").inner_text() == ""
    field.fill("15/32")
    commit.click()
    assert guess.get_by_role("status").inner_text() == "Right: 15/32."


@built
def test_what_a_reader_answers_commits_and_writes_is_judged_kept_and_forgotten(open_page):
    path = HTML / "book/part2-latent-trees/07-prpn-gates.html"
    assert "stops at an equal score" not in path.read_text("utf-8"), (
        "a mistake stands in the page in plain text"
    )
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    page = open_page(path, clock=True, **phone)
    progress, forget = page.locator(".prpn-progress"), page.locator(".prpn-forget")
    totals = [page.locator(f".prpn-{part}").count() for part in ("quiz", "commit", "try", "twin")]
    told = "{{}} of {} questions, {{}} of {} predictions, {{}} of {} cells of code, {{}} of {} explorers."
    told = told.format(*totals)
    begin, done = told.format(0, 0, 0, 0), f"{told.format(1, 1, 1, 0)} 1 answered right"
    assert begin in progress.inner_text() and forget.is_hidden()
    # The quiz.
    quiz = page.locator(".prpn-quiz").first
    assert quiz.locator("[data-said]").all_inner_texts() == ["", "", ""]
    quiz.get_by_label("At 0, for certain.").check()
    assert [text[:6] for text in quiz.locator("[data-said]").all_inner_texts()] == ["", "Right.", ""]
    quiz.get_by_label("At 4, the nearest position.").check()
    assert [text[:3] for text in quiz.locator("[data-said]").all_inner_texts()] == ["No.", "", ""]
    kept = page.evaluate("Object.values(JSON.parse(localStorage['prpn-progress']))[0]")
    kinds = "questions", "predictions", "cells", "explorers"
    assert [kept[kind]["total"] for kind in kinds] == totals
    # The prediction: the fold and the next output wait for it.
    commits, covers = page.locator(".prpn-commit"), page.locator(".prpn-cover:visible")
    guess, other = commits.first, commits.filter(has_text="more weight to position 3")
    covered = covers.count()
    answer = page.get_by_text("At step 4 the limit is 3 with chance 0.45")
    assert answer.is_hidden() and covered >= 2
    guess.get_by_role("button", name="Commit").click()
    assert answer.is_hidden(), "nothing was chosen"
    other.get_by_label("neither").check()
    other.get_by_role("button", name="Commit").press("Enter")
    assert answer.is_visible() and covers.count() == covered - 1
    assert "You said: neither. It is: the expected attention." in other.inner_text()
    assert page.evaluate("document.activeElement.textContent") == "Why"
    guess.get_by_role("button", name="Skip").click()
    assert guess.locator("xpath=following-sibling::details[1]").get_attribute("open") is not None
    assert "Skipped." in guess.inner_text()
    # The code of the figures.
    bars, switch = (
        page.locator("details.hide.above-input:not(.prpn-fold *, .prpn-covered *)"),
        page.get_by_role("button", name="Code of the figures"),
    )
    assert bars.count() and not bars.first.is_visible()
    switch.click()
    assert all(one.is_visible() and one.get_attribute("open") is not None for one in bars.all())
    switch.click()
    assert not bars.first.is_visible()
    # The cell, by keyboard alone: a new line begins where the one before did.
    cell = page.locator(".prpn-try").filter(has_text="7.6")
    field, said = cell.get_by_role("textbox"), cell.get_by_role("status")
    field.press("Control+Enter")
    said.get_by_text("Write your lines in place of").wait_for()
    field.press("Control+a")
    page.keyboard.type(NEAREST)
    for _ in range(12):
        field.press("Backspace")
    page.keyboard.type("return out")
    field.press("Control+Enter")
    said.get_by_text("behaves like one that stops at an equal score").wait_for()
    right = field.input_value().replace(">=", ">")
    field.fill("def nearest_higher(d):\n    while True:\n        d[0] += 1\n")
    field.press("Control+Enter")
    page.clock.fast_forward(6_000)
    said.get_by_text("no answer after 5 seconds").wait_for()
    field.press("Tab")
    assert field.input_value().endswith("    "), "Tab indents"
    field.press("Escape")
    field.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Run", "and leaves after Escape"
    field.fill(right)
    cell.get_by_role("button", name="Run").click()
    said.get_by_text("Right in all 6 cases").wait_for()
    assert done in progress.inner_text()
    small = (
        "[...document.querySelectorAll('.prpn-try button, .prpn-commit :is(button, label), .prpn-forget')]"
    )
    assert page.evaluate(f"{small}.every((one) => !one.clientHeight || one.clientHeight >= 42)")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    # Another day: what a page keeps reaches the browser's store a moment later.
    page.wait_for_timeout(500)
    page.goto((HTML / "book/index.html").as_uri())
    page.locator(".prpn-mark").first.wait_for()  # the map marks the chapters when it has read the store
    assert page.locator(".prpn-mark").all_inner_texts() == [f"3 of {sum(totals)}"]
    page.goto(path.as_uri())
    assert quiz.get_by_label("At 4, the nearest position.").is_checked() and answer.is_visible()
    assert done in progress.inner_text() and "d[i] > d[t]" in field.input_value()
    field.press("Control+Enter")
    said.get_by_text("Right in all 6 cases").wait_for()
    page.evaluate(LEAVE, ".prpn-quiz, .prpn-try, .prpn-commit, .prpn-progress")
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
        assert violations(page, "html") == [], theme
    forget.click()
    assert "for good" in forget.inner_text() and done in progress.inner_text(), "it asks once more"
    forget.click()
    assert begin in progress.inner_text() and "NotYet" in field.input_value() and forget.is_hidden()
    page.goto(path.as_uri())
    assert begin in progress.inner_text() and "NotYet" in field.input_value()
    assert page.locator(".prpn-quiz input:checked").count() == 0 and answer.is_hidden()
    assert page.problems == []
