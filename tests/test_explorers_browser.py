"""Every explorer in a real browser: from disk, with MicroPython in place of the kernel."""

import base64
import json
import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from test_book import HTML, PAGES, browser, built, open_page, pytestmark, twin, violations  # noqa: F401

from prpn_edu.explore import GateExplorer, Skyline, Stepper
from prpn_edu.explore.explorer import Explorer
from prpn_edu.explore.gates import TAUS
from prpn_edu.loops import gates, transitions
from prpn_edu.loops.transitions import brackets

EXPLORING = [path for path in PAGES if 'class="prpn-twin"' in path.read_text("utf8")]
DARK = """html { background: #14181e; --pst-color-background: #14181e; --pst-color-text-base: #ced6dd;
--pst-color-text-muted: #9ca4af }"""


def alive(page, at=0):
    """Wait until every drawing stands, and Python's answer to the last change is in it."""
    page.wait_for_selector(".prpn-explorer")
    page.wait_for_function(
        "!document.querySelector('.prpn-waiting') && !document.querySelector('.prpn-twin > table')"
    )
    return page.locator(".prpn-explorer").nth(at)


def numbers(explorer):
    """What the gate explorer shows, at full precision: row name to its values by position."""
    cells = explorer.locator("td[data-row][data-value]").evaluate_all(
        "cells => cells.map((cell) => [cell.dataset.row, Number(cell.dataset.i), Number(cell.dataset.value)])"
    )
    rows = {}
    for row, i, value in cells:
        rows.setdefault(row, {})[i] = value
    return {row: [values[i] for i in sorted(values)] for row, values in rows.items()}


def tree_shown(explorer):
    return explorer.locator(".prpn-brackets").first.inner_text()


def read_gates(explorer):
    return {**numbers(explorer), "tree": tree_shown(explorer)}


def gates_of(state):
    view = gates.explore(**state)
    rows = {name: view[name] for name in numbers_of_a_step(view)}
    return {**rows, "raw": state["raw"][: state["t"]], "d": state["d"], "tree": brackets(view["tree"])}


def numbers_of_a_step(view):
    return [name for name, value in view.items() if isinstance(value, list) and name not in NOT_ROWS]


NOT_ROWS = ("tree", "between", "disagree")


def read_skyline(explorer):
    arcs = explorer.locator(".prpn-row-arcs svg").get_attribute("aria-label").split(", ")
    crossing = explorer.locator(".prpn-told [data-prpn-concept=gate]").inner_text()
    return {"arcs": arcs, "tree": tree_shown(explorer), "crossing": crossing.strip(), **numbers(explorer)}


def skyline_of(state):
    view, words = gates.skyline(**state), state["words"]
    arcs = [f"{words[i]} sees back to {words[limit]}" for i, limit in enumerate(view["limits"]) if i]
    return {"arcs": arcs, "tree": brackets(view["tree"]), "crossing": "Crossing arcs: 0.", "d": state["d"]}


def read_stepper(explorer):
    def chips(kind):
        return explorer.locator(f".prpn-chip-{kind}").all_inner_texts()

    done = explorer.locator(".prpn-told .prpn-brackets").inner_text()
    return {"stack": chips("stack"), "buffer": chips("buffer"), "done": done}


def stepper_of(state):
    view = transitions.explore(**state)
    done = " ".join(view["actions"][: view["done"]]) or "none"
    return {"stack": [brackets(part) for part in view["stack"]], "buffer": view["buffer"], "done": done}


def scored(draw):
    size = draw.randint(2, 10)
    words = [f"w{i}" for i in range(size)]
    return {
        "d": [draw.randint(0, 100) / 100 for _ in words],
        "t": draw.randint(1, size - 1),
        "words": words,
    }


def draw_gates(draw):
    state = scored(draw)
    raw = [draw.randint(0, 100) / 100 for _ in state["words"][1:]]
    return {**state, "raw": raw, "tau": draw.choice(TAUS), "form": draw.choice(["paper", "code", "soft"])}


def draw_stepper(draw):
    def tree(words):
        if len(words) == 1:
            return words[0]
        cut = draw.randint(1, len(words) - 1)
        return [tree(words[:cut]), tree(words[cut:])]

    text = brackets(tree([f"w{i}" for i in range(draw.randint(2, 8))]))
    return {"text": text, "answers": [draw.choice(["SHIFT", "REDUCE"]) for _ in range(draw.randint(0, 20))]}


@dataclass(frozen=True)
class Case:
    """How a test knows one explorer: random states, what page and loop say of them, and one change."""

    kind: type[Explorer]
    draw: Callable
    read: Callable
    expected: Callable
    control: tuple[str, str]
    key: str

    def change(self, page, at=0):
        role, name = self.control
        alive(page, at).get_by_role(role, name=name).press(self.key)
        return alive(page, at)


CASES = {
    case.kind.name: case
    for case in (
        Case(GateExplorer, draw_gates, read_gates, gates_of, ("slider", "score d 0"), "Home"),
        Case(Skyline, scored, read_skyline, skyline_of, ("slider", "wall before word 4"), "End"),
        Case(Stepper, draw_stepper, read_stepper, stepper_of, ("button", "SHIFT"), "Enter"),
    )
}
every = pytest.mark.parametrize("case", CASES.values(), ids=CASES)


def fragment(**states):
    """The address of some states, written as a link would be: JSON in base64, without padding."""

    def encode(state):
        return base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")

    return "#" + "&".join(f"{name}={encode(state)}" for name, state in states.items())


@every
def test_random_states_show_what_the_loop_gives(case, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()))
    draw = random.Random(7)
    for _ in range(20):
        state = case.draw(draw)
        alive(page)
        page.evaluate("hash => { location.hash = hash; }", fragment(**{case.kind.name: state}))
        page.wait_for_timeout(20)  # the page hears of its new address a moment later
        shown, right = case.read(alive(page)), case.expected(state)
        assert shown.keys() == right.keys()
        for name, value in right.items():
            exact = not (isinstance(value, list) and all(isinstance(x, int | float) for x in value))
            assert shown[name] == (value if exact else pytest.approx(value, abs=1e-9)), (name, state)
    assert page.problems == []


@every
def test_undo_returns_and_redo_goes_on(case, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()))
    explorer = alive(page)
    undo, redo = (explorer.get_by_role("button", name=name, exact=True) for name in ("Undo", "Redo"))
    first = case.read(explorer)
    undo.press("Enter")
    assert case.read(alive(page)) == first, "there is nothing to undo yet"
    second = case.read(case.change(page))
    assert second != first and undo.get_attribute("aria-disabled") == "false"
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
    assert page.problems == []


def test_a_drag_is_one_step(open_page, twin):  # noqa: F811
    page = open_page(twin(Skyline()))
    before = read_skyline(alive(page))
    box = page.get_by_role("slider", name="wall before word 3").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + 8
    page.mouse.move(x, y)
    page.mouse.down()
    for down in range(0, 100, 10):
        page.mouse.move(x, y + down)
    page.mouse.up()
    assert read_skyline(alive(page))["d"][3] < 0.5
    page.get_by_role("button", name="Undo", exact=True).press("Enter")
    assert read_skyline(alive(page)) == before


@every
def test_a_copied_address_restores_the_state(case, open_page, twin):  # noqa: F811
    path = twin(case.kind(), *(other.kind() for other in CASES.values() if other is not case), case.kind())
    page = open_page(path)
    first = case.read(case.change(page, 0))
    last = len(CASES)
    page.locator(".prpn-twin").nth(last).scroll_into_view_if_needed()
    second = case.read(case.change(page, last))
    assert page.evaluate("location.hash").count("=") == 2
    address = page.url
    again = open_page(path, fragment=address.partition("#")[2])
    again.locator(".prpn-twin").nth(last).scroll_into_view_if_needed()
    assert case.read(alive(again, 0)) == first
    again.wait_for_function(f"document.querySelectorAll('.prpn-explorer').length > {last}")
    assert case.read(alive(again, last)) == second
    alive(again, 0).get_by_role("button", name="Undo", exact=True).press("Enter")
    assert case.read(alive(again, 0)) != first
    assert page.problems == [] and again.problems == []


@every
@pytest.mark.parametrize("part", ["rubbish", "e30x", fragment(x={"d": "</script>"})[3:]])
def test_an_address_that_makes_no_sense_is_said_and_ignored(case, part, open_page, twin):  # noqa: F811
    start = case.expected(case.kind().state())
    page = open_page(twin(case.kind()), fragment=f"{case.kind.name}={part}")
    explorer = alive(page)
    page.wait_for_function("document.querySelector('.prpn-trouble').textContent.includes('holds no state')")
    assert case.read(explorer).keys() == start.keys() and case.read(explorer) == case.read(alive(page))
    assert page.problems == []


@every
def test_the_keyboard_reaches_everything(case, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()))
    alive(page)
    page.evaluate(
        """() => {
          const all = [...document.querySelectorAll(".prpn-explorer :is(input, button, select)")];
          window.left = new Set(all.filter((one) => one.offsetParent));
          document.addEventListener("focusin", ({ target }) => window.left.delete(target));
          document.activeElement.blur();
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
        roving = page.evaluate("Boolean(document.activeElement.closest('.prpn-row-scores'))")
        if kind == "radio" or roving:  # one stop for the group, arrows inside it
            for _ in range(10):
                page.keyboard.press("ArrowRight")
            for _ in range(10 if roving else 0):
                page.keyboard.press("ArrowLeft")
    assert page.evaluate("[...window.left].map((one) => one.outerHTML)") == []
    assert stops <= 16, "few stops before a reader is past the explorer"
    alive(page)
    assert page.problems == []


@every
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_it_can_be_used_by_everyone_after_use_too(case, theme, width, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()), viewport={"width": width, "height": 800}, has_touch=width < 500)
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    if theme == "dark":
        page.add_style_tag(content=DARK)
    for _ in range(3):
        case.change(page)
    answer(page)
    explorer = alive(page)
    field = explorer.get_by_role("textbox")
    field.fill("(one " * 40)
    field.press("Enter")
    page.wait_for_function("document.querySelector('.prpn-text [role=status]').textContent !== ''")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert violations(page, ".prpn-explorer") == []
    assert page.problems == []


def answer(page):
    """Commit some guess to the first question."""
    guess = page.locator(".prpn-guess").first
    if guess.get_by_role("radio").count():
        guess.get_by_role("radio").first.check()
    else:
        guess.get_by_role("slider").press("ArrowRight")
    guess.get_by_role("button", name="Commit").press("Enter")


@every
def test_targets_are_large_enough_for_a_finger(case, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()), viewport={"width": 390, "height": 844}, has_touch=True)
    boxes = alive(page).evaluate(
        """root => [...root.querySelectorAll("button, select, input, label")]
          .filter((one) => one.offsetParent)
          .filter((one) => !one.matches("label input:not([type=text])"))
          .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
          .map(([name, { width, height }]) => [name, width, height])"""
    )
    assert len(boxes) > 5
    assert [box for box in boxes if box[2] < 44 or box[1] < 36] == []


@every
def test_cause_and_effect_fit_on_one_screen(case, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()), viewport={"width": 1280, "height": 800})
    page.add_style_tag(content="main { width: 720px }")
    assert alive(page).bounding_box()["height"] <= 640


@every
def test_the_picture_stands_before_python(case, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()), without=["prpn-python.js"])
    explorer = alive(page)
    assert case.read(explorer).keys() == case.expected(case.kind().state()).keys()
    role, name = case.control
    explorer.get_by_role(role, name=name).press(case.key)
    page.wait_for_function("document.querySelector('.prpn-trouble').textContent.includes('earlier state')")


@every
def test_the_clock_starts_when_python_is_there(case, open_page, twin):  # noqa: F811
    held = []
    page = open_page(twin(case.kind()), hold={"prpn-python.js": held}, clock=True)
    page.wait_for_selector(".prpn-explorer")
    role, name = case.control
    page.locator(".prpn-explorer").get_by_role(role, name=name).press(case.key)
    page.clock.run_for(20_000)
    assert "Python is loading" in page.locator(".prpn-trouble").inner_text()
    held[0].continue_()
    page.wait_for_function("!document.querySelector('.prpn-waiting')")
    page.clock.run_for(20_000)
    assert page.locator(".prpn-trouble").inner_text() == ""
    assert page.problems == []


@every
def test_a_page_fetches_only_what_is_near(case, open_page, twin):  # noqa: F811
    others = [other for other in CASES.values() if other is not case]
    far = '<div style="height: 6000px"></div>'
    page = open_page(twin(case.kind(), far, *(other.kind() for other in others)))
    alive_here = page.locator(".prpn-explorer")
    alive_here.first.wait_for()

    def fetched():
        return {name for name in CASES if any(url.endswith(f"explore/{name}.js") for url in page.asked)}

    assert fetched() == {case.kind.name}
    page.locator(".prpn-twin").last.scroll_into_view_if_needed()
    page.wait_for_function(f"document.querySelectorAll('.prpn-explorer').length === {len(CASES)}")
    assert fetched() == set(CASES)
    assert page.problems == []


@every
def test_a_guess_is_committed_before_the_answer_shows(case, open_page, twin):  # noqa: F811
    page = open_page(twin(case.kind()))
    explorer = alive(page)
    guess = explorer.locator(".prpn-guess")
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
        assert page.evaluate("document.activeElement.textContent") == "Next question", "the focus is not lost"
        if question.shows:
            guess.get_by_role("button", name="Show it").press("Enter")
            shown = {**case.kind().state(), **question.shows}
            assert case.read(alive(page)).keys() == case.expected(shown).keys()
            picture = "tree" if "d" in shown else "stack"
            assert case.read(alive(page))[picture] == case.expected(shown)[picture]
        guess.get_by_role("button", name="Next question").press("Enter")
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


@pytest.mark.parametrize("kind", [GateExplorer, Skyline])
def test_a_readers_own_words_are_text_and_start_level(kind, open_page, twin):  # noqa: F811
    page = open_page(twin(kind()))
    explorer = alive(page)
    field, said = explorer.get_by_role("textbox"), explorer.locator(".prpn-text [role=status]")
    words = explorer.locator("th[data-i]")
    field.fill("<b>very</b> <img/src=x> nice & short  sentences")
    field.press("Enter")
    assert numbers(alive(page))["d"] == [0.5] * 6, "the scores of other words mean nothing here"
    assert words.count() == 6 and explorer.locator("th b, th img").count() == 0
    assert "<b>very</b>" in tree_shown(explorer)
    more = explorer.get_by_role("button", name="add a word")
    more.press("Enter")
    assert "x6" in words.nth(6).inner_text()
    for wrong, says in ((" ".join("abcdefghijkl"), "12 words; at most 10"), ("one", "at least 2 words")):
        field.fill(wrong)
        field.press("Enter")
        page.wait_for_function(
            "says => document.querySelector('.prpn-text [role=status]').textContent.includes(says)", arg=says
        )
        assert words.count() == 7 and field.input_value() == wrong, "nothing is cut, nothing is changed"
    changes = page.evaluate_handle(
        """() => { const seen = []; const line = document.querySelector('.prpn-text [role=status]');
        new MutationObserver(() => seen.push(line.textContent)).observe(line, { childList: true });
        return seen; }"""
    )
    field.press("Enter")
    page.wait_for_function("seen => seen.length >= 2", arg=changes)
    assert "at least 2" in said.inner_text() and changes.json_value()[0] == "", (
        "the same words are said again"
    )
    for _ in range(5):
        more.press("Enter")
    assert words.count() == 10 and more.get_attribute("aria-disabled") == "true"
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "add a word"
    assert page.problems == []


def test_up_and_down_set_a_score_left_and_right_choose_the_word(open_page, twin):  # noqa: F811
    page = open_page(twin())
    explorer = alive(page)
    explorer.get_by_role("slider", name="score d 2").focus()
    for _ in range(18):
        page.keyboard.press("ArrowUp")
    shown = numbers(alive(page))
    assert shown["d"][2] == pytest.approx(0.48)
    assert shown["limit_distribution"][2:] == pytest.approx([0.2695, 0.45])
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "score d 3"
    explorer.get_by_role("radio", name="look back from 1").check(force=True)
    assert len(numbers(alive(page))["alpha"]) == 1
    explorer.get_by_label("form of α").select_option("code")
    explorer.get_by_role("slider", name="sharpness").press("Home")
    assert numbers(alive(page))["gates"] == [1]
    explorer.get_by_role("radio", name="cut between words").check()
    assert tree_shown(alive(page)) == brackets(
        gates.split_between([0.6, 0.48, 0.4, 0.5], page_words(explorer))
    )
    assert page.problems == []


def page_words(explorer):
    return explorer.locator("th[data-i] .prpn-word").all_inner_texts()


def test_a_change_is_said_once_the_reader_rests(open_page, twin):  # noqa: F811
    page = open_page(twin(), clock=True)
    explorer = page.locator(".prpn-explorer")
    explorer.wait_for()
    said = explorer.locator("[aria-live=polite]")
    page.clock.run_for(2000)
    assert said.inner_text() == "", "nothing has changed yet"
    explorer.get_by_role("slider", name="score d 1").press("Home")
    page.wait_for_function("!document.querySelector('.prpn-waiting')")
    page.clock.run_for(2000)
    assert "Hard limit 0, the start" in said.inner_text()


def test_a_concept_lights_up_wherever_the_page_names_it(open_page, twin):  # noqa: F811
    marks = (
        '<p><b id="text" data-prpn-concept="gate">gate</b> <i id="math" class="prpn-concept-gate">g</i></p>'
    )
    page = open_page(twin(GateExplorer(), marks))
    explorer = alive(page)
    lit = ".prpn-lit"
    page.locator("#text").hover()
    assert page.locator(f"#math{lit}").count() == 1 and explorer.locator(f"tr{lit}").count() == 2
    explorer.get_by_role("slider", name="score d 1").hover()
    assert page.locator(f"#math{lit}").count() == 0
    page.locator("h1").hover()
    explorer.get_by_role("radio", name="look back from 2").focus()
    assert explorer.locator(f".prpn-row-words{lit}").count() == 1, "focus lights it too"


def test_a_wrong_answer_is_seen_and_said_each_time(open_page, twin):  # noqa: F811
    page = open_page(twin(Stepper()))
    explorer = alive(page)
    for action in ("SHIFT", "SHIFT", "SHIFT"):
        explorer.get_by_role("button", name=action).click()
        alive(page)
    verdict = explorer.locator(".prpn-verdict").last
    assert "Not yet (1 wrong so far)." in verdict.inner_text()
    assert read_stepper(explorer)["stack"] == ["the", "film"], "a wrong answer moves nothing"
    explorer.get_by_role("button", name="SHIFT").click()
    alive(page)
    assert "Not yet (2 wrong so far)." in verdict.inner_text()
    page.wait_for_function(
        "document.querySelector('[aria-live=polite]').textContent.includes('2 wrong so far')"
    )
    assert page.problems == []


@pytest.mark.parametrize("text", ["((the film) (was (very good)))", "(a b)", "(((a b) c) (d (e f)))"])
def test_right_answers_run_the_machine_to_its_root(open_page, twin, text):  # noqa: F811
    page = open_page(twin(Stepper(text)))
    explorer = alive(page)
    for action in transitions.transitions(transitions.parse(text)):
        explorer.get_by_role("button", name=action).press("Enter")
        alive(page)
    assert "The root lies alone on the stack. Wrong answers: 0." in explorer.inner_text()
    explorer.get_by_role("button", name="REDUCE").press("Enter")
    assert "Wrong answers: 0." in alive(page).inner_text(), "after the end the buttons do nothing"
    explorer.get_by_role("button", name="Start again").click()
    assert read_stepper(alive(page))["done"] == "none"
    assert page.problems == []


def test_a_readers_own_tree(open_page, twin):  # noqa: F811
    page = open_page(twin(Stepper()))
    explorer = alive(page)
    field = explorer.get_by_role("textbox")
    field.fill("(<b>one</b> (two three)")
    field.press("Enter")
    page.wait_for_function("document.querySelector('.prpn-stepper').textContent.includes('never closed')")
    field.fill("(<b>one</b> (two three))")
    field.press("Enter")
    page.wait_for_function("document.querySelectorAll('.prpn-chip-buffer').length === 3")
    assert read_stepper(alive(page))["buffer"] == ["<b>one</b>", "two", "three"]
    assert explorer.locator("td b").count() == 0 and "never closed" not in explorer.inner_text()
    assert page.problems == []


@built
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", EXPLORING, ids=lambda path: path.relative_to(HTML).as_posix())
def test_the_explorers_of_a_page_live(open_page, path, theme):  # noqa: F811
    page = open_page(path, viewport={"width": 390, "height": 844}, color_scheme=theme)
    for held in page.locator(".prpn-twin").all():
        held.scroll_into_view_if_needed()
        held.locator(".prpn-explorer").wait_for()
        name = next(name for name in CASES if held.locator(f".prpn-{name}").count())
        role, control = CASES[name].control
        before = CASES[name].read(held)
        held.get_by_role(role, name=control).press(CASES[name].key)
        page.wait_for_function("!document.querySelector('.prpn-waiting')")
        assert CASES[name].read(held) != before
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert violations(page, ".prpn-explorer") == []
    assert page.problems == []
