"""The book as a reader meets it: opened from disk in a browser, with every other host out of reach."""

import os
import random
import shutil
from pathlib import Path

import pytest
import torch
from nltk import Tree

from prpn_edu.explore import GateExplorer
from prpn_edu.explore.gates import FIGURE_2, RESERVE, TAUS, brackets
from prpn_edu.latent import gates
from prpn_edu.latent.split import split

sync_api = pytest.importorskip("playwright.sync_api")

ROOT = Path(__file__).parents[1]
VENDOR = ROOT / "_build/vendor/vendor"
AXE = ROOT / "_build/frontend/node_modules/axe-core/axe.min.js"
HTML = ROOT / "_build/html"
PAGES = sorted(path for path in HTML.rglob("*.html") if "_static" not in path.parts)
EXPLORING = [path for path in PAGES if '"module": "gates"' in path.read_text("utf8")]
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
OPTIONS = (
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
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
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser):
    """Open a page from disk. What it should not do, it does to `page.problems`."""
    contexts = []

    def opened(path, without=(), **settings):
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.problems = []

        def route(route):
            url = route.request.url
            if not url.startswith(("file:", "data:", "blob:")):
                page.problems.append(f"asks for {url}")
            if any(url.endswith(name) for name in without) or not url.startswith(("file:", "data:", "blob:")):
                route.abort()
            else:
                route.continue_()

        context.route("**/*", route)
        page.on("requestfailed", lambda request: page.problems.append(f"failed: {request.url}"))
        page.on("console", lambda m: m.type == "error" and page.problems.append(m.text))
        page.on("pageerror", lambda error: page.problems.append(str(error)))
        page.goto(path.as_uri())
        return page

    yield opened
    for context in contexts:
        context.close()


@pytest.fixture
def twin(tmp_path):
    """Write the smallest page that holds explorers as the book does; return its path."""
    (tmp_path / "_static").mkdir()
    (tmp_path / "_static/vendor").symlink_to(VENDOR)

    def written(*explorers):
        path = tmp_path / "page.html"
        body = "\n".join(explorer.twin() for explorer in explorers or [GateExplorer()])
        head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Twin</title>'
        path.write_text(
            f'<!doctype html><html lang="en" data-content_root="./"><head>{head}</head>'
            f"<body><main><h1>An explorer</h1>{body}</main></body></html>",
            "utf8",
        )
        return path

    return written


def alive(page):
    """Wait until the drawing stands, and Python's answer to the last change is in it."""
    page.wait_for_selector(".prpn-explorer:not(.prpn-waiting) .prpn-grid")
    return page.locator(".prpn-explorer").first


def numbers(explorer):
    """What the page shows, at full precision: row name to its values by position."""
    cells = explorer.locator("td[data-row][data-value]").evaluate_all(
        "cells => cells.map((cell) => [cell.dataset.row, Number(cell.dataset.i), Number(cell.dataset.value)])"
    )
    rows = {}
    for row, i, value in cells:
        rows.setdefault(row, {})[i] = value
    return rows


def expected(d, t, tau, form, raw):
    """The same rows from the batched library, in double precision."""
    scores = torch.tensor(d, dtype=torch.float64)
    weights = torch.tensor([*raw, 0.0], dtype=torch.float64)
    alpha = gates.alphas(scores, tau, form)
    soft = gates.expected_gates(alpha)
    hard = gates.hard_gates(gates.nearest_higher(scores), dtype=torch.float64)
    rows = {
        "alpha": alpha,
        "limit_distribution": gates.limit_distribution(alpha),
        "gates": soft,
        "hard_gates": hard,
        "soft_attention": gates.gated_attention(weights, soft),
        "expected_attention": gates.expected_attention(weights.unsqueeze(0), alpha),
        "hard_attention": gates.gated_attention(weights, hard),
    }
    return {"raw": raw[:t]} | {name: matrix[t, :t].tolist() for name, matrix in rows.items()}


def nested(tree):
    return [nested(child) for child in tree] if isinstance(tree, Tree) else tree


def test_the_numbers_in_the_page_are_those_of_the_library(open_page, twin):
    """Thirty random states, set through the page's own controls: all forms, two to ten words."""
    page = open_page(twin())
    explorer = alive(page)
    draw = random.Random(7)
    for trial in range(30):
        size = [10, 2, 5][trial] if trial < 3 else draw.randint(2, 10)
        form = ("paper", "code", "soft")[trial % 3]
        d = [draw.randint(0, 100) / 100 for _ in range(size)]
        t, tau = draw.randint(1, size - 1), draw.randrange(len(TAUS))
        while (now := explorer.locator("th[data-i]").count()) != size:
            explorer.get_by_role("button", name="add a word" if now < size else "remove the last").click()
        explorer.get_by_role("combobox").select_option(form)
        explorer.evaluate(
            """(root, {d, t, tau}) => {
              const move = (input, value) => {
                input.value = value;
                input.dispatchEvent(new Event("input"));
              };
              root.querySelectorAll("input.prpn-vertical").forEach((input, i) => move(input, d[i]));
              move(root.querySelector("input[aria-label='step t']"), t);
              move(root.querySelector("input[aria-label='sharpness τ']"), tau);
            }""",
            {"d": d, "t": t, "tau": tau},
        )
        shown = numbers(alive(page))
        assert shown.pop("d") == dict(enumerate(d))
        right = expected(d, t, TAUS[tau], form, RESERVE["raw"][: size - 1])
        assert shown.keys() == right.keys()
        for row, values in right.items():
            assert shown[row] == pytest.approx(dict(enumerate(values)), abs=1e-9), (row, form, trial)
        tree = brackets(nested(split(d, RESERVE["words"][:size])))
        assert explorer.locator(".prpn-brackets").inner_text() == tree
        assert explorer.get_by_role("img").get_attribute("aria-label") == f"Tree: {tree}"
    assert page.problems == []


def test_a_keyboard_is_enough(open_page, twin):
    page = open_page(twin())
    explorer = alive(page)
    assert numbers(explorer)["limit_distribution"][2] == pytest.approx(0.22)
    explorer.get_by_role("slider", name="score d 2").focus()
    for _ in range(18):
        page.keyboard.press("ArrowUp")
    shown = numbers(alive(page))
    assert shown["d"][2] == pytest.approx(0.48)
    assert shown["limit_distribution"][2] == pytest.approx(0.2695)
    assert shown["limit_distribution"][3] == pytest.approx(0.45)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "score d 3"

    explorer.get_by_role("slider", name="step t").focus()
    page.keyboard.press("Home")
    assert list(numbers(alive(page))["alpha"]) == [0]
    explorer.get_by_role("button", name="Reset").press("Enter")
    alive(page)
    explorer.get_by_role("slider", name="sharpness").press("End")
    assert list(numbers(alive(page))["gates"].values()) == [0, 1, 1, 1]
    explorer.get_by_role("button", name="Reset").press("Enter")
    assert numbers(alive(page))["gates"][0] == pytest.approx(0.1485)
    assert page.problems == []


def test_a_change_is_said_once_the_reader_rests(open_page, twin):
    page = open_page(twin())
    explorer = alive(page)
    said = explorer.locator("[aria-live=polite]").first
    page.wait_for_timeout(900)
    assert said.inner_text() == "", "nothing has changed yet"
    explorer.get_by_role("slider", name="score d 1").press("Home")
    page.wait_for_function("document.querySelector('[aria-live=polite]').textContent !== ''")
    assert "Hard limit 0, the start" in said.inner_text()


def test_a_readers_own_words_are_text_and_set_the_length(open_page, twin):
    page = open_page(twin())
    explorer = alive(page)
    field = explorer.get_by_role("textbox")
    field.fill("<b>very</b> <img/src=x> nice & short  sentences")
    field.press("Enter")
    alive(page)
    assert explorer.locator("th[data-i]").count() == 6 and explorer.locator("th b, th img").count() == 0
    assert "<b>very</b>" in explorer.locator(".prpn-brackets").inner_text()
    explorer.get_by_role("button", name="add a word").click()
    alive(page)
    assert explorer.locator("th[data-i='6'] .prpn-word").inner_text() == "x6"
    field.fill(" ".join("abcdefghijklmnop"))
    field.press("Enter")
    alive(page)
    assert explorer.locator("th[data-i]").count() == 10
    assert explorer.get_by_role("button", name="add a word").is_disabled()
    field.fill("one")
    field.press("Enter")
    assert explorer.locator("th[data-i]").count() == 10, "a tree needs two words"
    assert page.problems == []


def test_explorers_on_one_page_are_independent(open_page, twin):
    other = GateExplorer(d=[0.1, 0.9, 0.2], t=2, form="code", raw=[1.0, 1.0], words=["a", "</b>", "c"])
    page = open_page(twin(GateExplorer(), other))
    alive(page)
    second = page.locator(".prpn-explorer").nth(1)
    assert numbers(second)["gates"] == pytest.approx(dict(enumerate(other.view["gates"])))
    second.get_by_role("slider", name="score d 0").press("End")
    page.wait_for_function("document.querySelectorAll('.prpn-waiting').length === 0")
    assert numbers(second)["d"][0] == 1
    assert numbers(page.locator(".prpn-explorer").first)["d"][0] == FIGURE_2["d"][0]
    assert page.problems == []


def test_without_javascript_the_numbers_stand_in_a_table(open_page, twin):
    page = open_page(twin(), java_script_enabled=False)
    text = page.locator(".prpn-twin").inner_text()
    assert "0.1485" in text and "0.6282" in text and "(she (loved ((very old) films)))" in text


def test_without_python_the_picture_stands_and_says_so(open_page, twin):
    page = open_page(twin(), without=["prpn-python.js"])
    explorer = alive(page)
    assert numbers(explorer)["gates"][0] == pytest.approx(0.1485)
    explorer.get_by_role("slider", name="score d 0").press("Home")
    page.wait_for_function("document.querySelector('.prpn-trouble').textContent !== ''")
    assert "earlier state" in explorer.get_by_role("status").inner_text()


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("size", [2, 5, 10])
def test_the_page_never_scrolls_sideways(open_page, twin, width, size):
    explorer = GateExplorer(
        d=RESERVE["d"][:size], t=1, raw=RESERVE["raw"][: size - 1], words=RESERVE["words"][:size]
    )
    page = open_page(twin(explorer), viewport={"width": width, "height": 800}, has_touch=width < 500)
    alive(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    boxes = page.locator("input, select, button").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect()).map((box) => [box.width, box.height])"
    )
    assert all(wide >= 16 and high >= 16 for wide, high in boxes), "big enough to hit"


def violations(page, scope):
    page.add_script_tag(path=AXE)
    result = page.evaluate("scope => axe.run(scope, {preload: false})", scope)
    return [
        (found["id"], node["target"], node["failureSummary"])
        for found in result["violations"]
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_an_explorer_can_be_used_by_everyone(open_page, twin, theme):
    page = open_page(twin(GateExplorer(d=RESERVE["d"], t=8)))
    alive(page)
    if theme == "dark":
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.add_style_tag(
            content="""html { background: #14181e; --pst-color-background: #14181e;
            --pst-color-text-base: #ced6dd; --pst-color-text-muted: #9ca4af }"""
        )
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    assert violations(page, ".prpn-explorer") == []


@built
@pytest.mark.parametrize("path", PAGES, ids=identity)
def test_a_page_is_whole_without_the_network(open_page, path):
    page = open_page(path)
    page.wait_for_load_state("load")
    if page.locator("script[src*=mathjax]").count():
        page.wait_for_function("() => Boolean(window.MathJax?.startup?.promise)")
        page.evaluate("MathJax.startup.promise.then(() => null)")
    page.wait_for_timeout(200)  # whatever the page still wants to ask for
    assert page.problems == []


@built
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", EXPLORING, ids=identity)
def test_the_explorer_of_a_page_lives(open_page, path, theme):
    page = open_page(path, viewport={"width": 390, "height": 844}, color_scheme=theme)
    explorer = alive(page)
    before = numbers(explorer)
    slider = explorer.get_by_role("slider", name="score d 0")
    slider.press("Home")
    slider.press("PageUp")
    after = numbers(alive(page))
    assert after["d"][0] == pytest.approx(0.1) and after["d"][0] != before["d"][0]
    assert after["alpha"][0] != before["alpha"][0]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page, ".prpn-explorer") == []
    assert page.problems == []


@built
@pytest.mark.parametrize(
    "path", [path for path in PAGES if path.parent.name.startswith("part")], ids=identity
)
def test_what_scrolls_on_a_phone_can_be_scrolled_by_keyboard(open_page, path):
    page = open_page(path, viewport={"width": 390, "height": 800})
    page.wait_for_selector("mjx-container", state="attached")
    page.evaluate("MathJax.startup.promise")
    page.add_script_tag(path=AXE)
    rule = {"runOnly": ["scrollable-region-focusable"], "preload": False}
    result = page.evaluate("rule => axe.run(document, rule)", rule)
    assert [node["target"] for found in result["violations"] for node in found["nodes"]] == []
