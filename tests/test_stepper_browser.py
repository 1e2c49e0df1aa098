"""The stepper in a real browser: from disk, with MicroPython in place of the kernel."""

import pytest
from test_book import browser, built, open_page, pytestmark, twin, violations  # noqa: F401

from prpn_edu.explore import Stepper
from prpn_edu.loops import transitions as machine

HTML = pytest.importorskip("test_book").HTML
STEPPING = [page for page in HTML.rglob("*.html") if '"module": "stepper"' in page.read_text("utf8")]


def settled(page):
    page.wait_for_selector(".prpn-stepper:not(.prpn-waiting)")
    return page.locator(".prpn-stepper").first


def chips(stepper, kind):
    return stepper.locator(f".prpn-chip-{kind}").all_inner_texts()


@pytest.mark.parametrize("text", ["((the film) (was (very good)))", "(a b)", "(((a b) c) (d (e f)))"])
def test_right_answers_run_the_machine_to_its_root(open_page, twin, text):  # noqa: F811
    page = open_page(twin(Stepper(text)))
    stepper = settled(page)
    tree = machine.parse(text)
    program = machine.transitions(tree)
    for action, stack, buffer in machine.trace(program, machine.words(tree), machine.pair):
        if action:
            stepper.get_by_role("button", name=action).press("Enter")
        stepper = settled(page)
        assert chips(stepper, "stack") == [machine.brackets(part) for part in stack]
        assert chips(stepper, "buffer") == buffer
    assert "The root lies alone on the stack. Wrong answers: 0." in stepper.inner_text()
    stepper.get_by_role("button", name="REDUCE").press("Enter")
    assert "Wrong answers: 0." in settled(page).inner_text(), "after the end the buttons do nothing"
    stepper.get_by_role("button", name="Start again").click()
    assert chips(settled(page), "stack") == []
    assert page.problems == []


def test_a_wrong_answer_moves_nothing_and_says_why(open_page, twin):  # noqa: F811
    page = open_page(twin(Stepper()))
    stepper = settled(page)
    for action in ("SHIFT", "SHIFT", "SHIFT"):
        stepper.get_by_role("button", name=action).click()
        settled(page)
    assert "Not yet." in stepper.locator(".prpn-verdict").inner_text()
    assert chips(stepper, "stack") == ["the", "film"]
    page.wait_for_function(
        "document.querySelector('[aria-live=polite]').textContent.includes('REDUCE first')"
    )
    assert page.problems == []


def test_a_readers_own_tree(open_page, twin):  # noqa: F811
    page = open_page(twin(Stepper()))
    stepper = settled(page)
    field = stepper.get_by_role("textbox")
    field.fill("(<b>one</b> (two three)")
    field.press("Enter")
    page.wait_for_function("document.querySelector('.prpn-trouble').textContent.includes('never closed')")
    field.fill("(<b>one</b> (two three))")
    field.press("Enter")
    page.wait_for_function("document.querySelector('.prpn-trouble').textContent === ''")
    assert chips(settled(page), "buffer") == ["<b>one</b>", "two", "three"]
    assert stepper.locator("td b").count() == 0
    stepper.get_by_role("combobox").select_option("(((not bad) but) slow)")
    settled(page)
    page.wait_for_function("document.querySelectorAll('.prpn-chip-buffer').length === 4")
    assert field.input_value() == "(((not bad) but) slow)"
    assert page.problems == []


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_a_stepper_can_be_used_by_everyone(open_page, twin, theme, width):  # noqa: F811
    text = "(((the film) (that (I loved))) (is old))"
    page = open_page(
        twin(Stepper(text, answers=["SHIFT", "SHIFT"])), viewport={"width": width, "height": 800}
    )
    settled(page)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    if theme == "dark":
        page.add_style_tag(
            content="""html { background: #14181e; --pst-color-background: #14181e;
            --pst-color-text-base: #ced6dd; --pst-color-text-muted: #9ca4af }"""
        )
    page.locator("details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page, ".prpn-explorer") == []


def test_without_javascript_the_whole_run_stands_in_a_table(open_page, twin):  # noqa: F811
    page = open_page(twin(Stepper()), java_script_enabled=False)
    assert "((the film) (was (very good)))" in page.locator(".prpn-twin tbody tr").last.inner_text()


@built
@pytest.mark.parametrize("path", STEPPING, ids=lambda path: path.relative_to(HTML).as_posix())
def test_the_stepper_of_a_page_lives(open_page, path):  # noqa: F811
    page = open_page(path, viewport={"width": 390, "height": 844})
    stepper = settled(page)
    stepper.get_by_role("button", name="SHIFT").press("Enter")
    page.wait_for_function("document.querySelectorAll('.prpn-chip-stack').length === 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page, ".prpn-explorer") == []
    assert page.problems == []
