"""The explorers' own controls in a real browser: scores, words, trees and answers."""

import pytest
from explorer_cases import (
    alive,
    numbers,
    read_grammar,
    read_sentiment,
    read_skyline,
    read_stepper,
    sentiment_of,
    tree_shown,
)
from test_book import browser, open_page, pytestmark, twin  # noqa: F401

from prpn_book.explore import (
    GateExplorer,
    GrammarExplorer,
    Neurons,
    PrpnExplorer,
    SentimentExplorer,
    Skyline,
    SpanExplorer,
    Stepper,
)
from prpn_edu.loops import gates, transitions
from prpn_edu.loops.transitions import brackets


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


def test_a_single_question_is_asked_again_and_one_is_not_many(open_page, twin):  # noqa: F811
    page = open_page(twin(Stepper(questions=[0])))
    guess = alive(page).locator(".prpn-guess")
    assert guess.get_by_role("group").inner_text().startswith("Predict. A sentence has six words.")
    scale = guess.get_by_role("slider")
    scale.press("Home")
    scale.press("ArrowRight")
    assert "1 REDUCE" in guess.inner_text() and "1 REDUCEs" not in guess.inner_text()
    guess.get_by_role("button", name="Commit").press("Enter")
    assert "You said: 1 REDUCE. It is: 5 REDUCEs." in guess.inner_text()
    assert guess.get_by_role("button", name="Next question").count() == 0
    page.keyboard.press("Enter")  # the focus is on what comes next
    assert guess.get_by_role("button", name="Commit").is_visible()


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
    verdict = explorer.locator(".prpn-stage .prpn-verdict")
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


@pytest.mark.parametrize("kind", [PrpnExplorer, SpanExplorer])
def test_a_line_that_cannot_be_read_is_no_step_and_no_link(kind, open_page, twin):  # noqa: F811
    page = open_page(twin(kind()))
    explorer = alive(page)
    field, said = explorer.get_by_role("textbox"), explorer.locator(".prpn-text [role=status]")
    undo = explorer.get_by_role("button", name="Undo", exact=True)

    def typed(text):
        field.fill(text)
        field.press("Enter")
        return tree_shown(alive(page))

    liked = typed("she loved it")
    linked = page.evaluate("location.hash")
    assert typed("") == liked and field.input_value() == ""
    page.wait_for_function("document.querySelector('.prpn-text [role=status]').textContent !== ''")
    assert "holds no word" in said.inner_text() and "Nothing was changed" in said.inner_text()
    assert page.evaluate("location.hash") == linked, "the link keeps to what could be read"
    assert typed("the film was funny") != liked and said.inner_text() == ""
    undo.press("Enter")
    assert tree_shown(alive(page)) == liked and field.input_value() == "she loved it"
    undo.press("Enter")
    assert undo.get_attribute("aria-disabled") == "true", "two lines, two steps"
    assert page.problems == []


def test_what_was_wrong_is_said_until_the_next_act(open_page, twin):  # noqa: F811
    page = open_page(twin())
    explorer = alive(page)
    field, said = explorer.get_by_role("textbox"), explorer.locator(".prpn-text [role=status]")
    undo = explorer.get_by_role("button", name="Undo", exact=True)
    for step in range(2):
        if step:
            explorer.get_by_role("slider", name="score d 2").press("ArrowUp")
        field.fill("x " * 13)
        field.press("Enter")
        page.wait_for_function("document.querySelector('.prpn-text [role=status]').textContent !== ''")
        undo.press("Enter")
        assert field.input_value() == "she loved very old films", "also where there is no step to undo"
        assert said.inner_text() == ""
    assert page.problems == []


def test_a_root_waits_for_the_guess_of_a_reader_who_wants_that(open_page, twin):  # noqa: F811
    page = open_page(twin(SentimentExplorer()))
    explorer = alive(page)
    explorer.get_by_role("button", name="Guess first").press("Enter")
    answers, said = explorer.locator(".prpn-answer"), explorer.locator(".prpn-told")
    assert read_sentiment(explorer)["labels"][3] == "?", "also of the tree that stood there"
    assert "negative" not in said.inner_text() and "waits for your guess" in said.inner_text()
    answers.get_by_role("button", name="1 negative", exact=True).press("Enter")
    assert "Right." in answers.inner_text() and read_sentiment(explorer)["labels"][3] == "1"
    explorer.get_by_role("button", name="raise the cut after funny").press("Enter")
    assert read_sentiment(alive(page))["labels"][3] == "?", "each new tree waits"
    answers.get_by_role("button", name="4 very positive").press("Enter")
    assert "You said very positive. It says neutral." in answers.inner_text()
    explorer.get_by_role("button", name="Undo", exact=True).press("Enter")
    explorer.get_by_role("button", name="Guess first").press("Enter")
    assert read_sentiment(alive(page)) == sentiment_of(SentimentExplorer().state())
    assert page.problems == []


def test_a_cut_is_raised_and_a_node_chosen_by_finger(open_page, twin):  # noqa: F811
    page = open_page(twin(SentimentExplorer()), viewport={"width": 390, "height": 844}, has_touch=True)
    explorer = alive(page)
    explorer.get_by_role("button", name="raise the cut after funny").tap()
    assert tree_shown(alive(page)) == "((its jokes) (were ((not funny) (and clever))))"
    for node in range(1, 14):
        chosen = explorer.locator(f"[data-node='{node}']")
        chosen.evaluate("node => node.scrollIntoView({ block: 'center', inline: 'center' })")
        chosen.tap()
        cuts = [1, 4, 3, 1, 2, 1]
        state = {"text": "its jokes were not funny and clever", "cuts": cuts, "node": node}
        assert read_sentiment(alive(page)) == sentiment_of(state), "no node covers another"
    root = explorer.get_by_role("button", name="raise the cut after jokes")
    assert root.get_attribute("aria-disabled") == "true"
    assert page.problems == []


def test_another_word_keeps_the_tree_and_typed_brackets_make_one(open_page, twin):  # noqa: F811
    page = open_page(twin(SentimentExplorer()))
    explorer = alive(page)
    field = explorer.get_by_role("textbox")

    def typed(text):
        field.fill(text)
        field.press("Enter")
        return tree_shown(alive(page))

    assert typed("its jokes were not funny and silly") == "((its jokes) (were (not (funny (and silly)))))"
    assert typed("the cat was dull") == "(the (cat (was dull)))", "another length: right-branching"
    assert '"cat"' in explorer.locator(".prpn-unknown-words").inner_text()
    explorer.get_by_role("radio", name="balanced").check()
    assert tree_shown(alive(page)) == "((the cat) (was dull))"
    assert typed("(((the film) was) dull)") == "(((the film) was) dull)"
    explorer.get_by_role("button", name="raise the cut after the").press("Enter")
    assert tree_shown(alive(page)) == "((the (film was)) dull)" and field.input_value() == "the film was dull"
    assert typed("((the film) was dull)") == "((the (film was)) dull)", "the last that could be read"
    assert "holds 3 parts; it must hold 2" in explorer.inner_text()
    assert page.problems == []


def test_without_a_clipboard_the_address_is_named(open_page, twin):  # noqa: F811
    page = open_page(twin(Skyline()))
    alive(page)
    page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
    page.get_by_role("button", name="Copy link").press("Enter")
    page.get_by_text("Copy the page's address: it holds this state.").wait_for()


def test_a_chart_is_filled_from_short_to_long(open_page, twin):  # noqa: F811
    page = open_page(twin(GrammarExplorer(simple=True, questions=[0])))
    explorer = alive(page)
    assert explorer.get_by_role("slider").count() == 0
    hidden, rows = ("? ", ["saw films", "films at", "at home", "saw films at", "films at home"])
    whole = "saw films at home"
    assert [box for box in read_grammar(explorer)["boxes"] if box.startswith("?")] == [
        f"{hidden}: {words}" for words in [*rows, whole]
    ]
    explorer.get_by_role("button", name=f": {whole}", exact=False).last.press("Enter")
    page.get_by_text("First its parts: saw films, films at and more.").wait_for()
    for words in [*rows, whole]:
        explorer.get_by_role("button", name=f"{hidden}: {words}", exact=True).press("Enter")
        alive(page)
    assert read_grammar(explorer)["boxes"][-1] == f"VP 3/32 : {whole}"
    assert "VP → V NP: 1/4 × 1 × 1/4 = 1/16; VP → VP PP: 1/4 × 1/4 × 1/2 = 1/32; together 3/32" in (
        explorer.locator(".prpn-told").inner_text()
    )
    assert read_grammar(explorer)["told"] == f"p({whole}) = 3/32, from 2 trees"
    explorer.get_by_role("button", name="Undo", exact=True).press("Enter")
    assert read_grammar(alive(page))["boxes"][-1] == f"{hidden}: {whole}"
    explorer.get_by_role("button", name="Fill all").press("Enter")
    assert read_grammar(alive(page))["boxes"][-1] == f"VP 3/32 : {whole}"
    field = explorer.get_by_role("textbox")
    field.fill("saw cats")
    field.press("Enter")
    page.get_by_text('This grammar has no word "cats". It knows: films, home, saw, at.').wait_for()
    assert read_grammar(alive(page))["boxes"][-1] == f"VP 3/32 : {whole}", "nothing was changed"
    assert page.problems == []


def test_two_steps_of_em_by_button(open_page, twin):  # noqa: F811
    page = open_page(twin(GrammarExplorer()))
    for share in ("1/9", "1/81"):
        alive(page).get_by_role("button", name="EM step").press("Enter")
        assert read_grammar(alive(page))["tree"][1].endswith(f"share {share}")
    assert read_grammar(alive(page))["told"] == "p(saw films at home) = 81/400, from 2 trees"
    alive(page).get_by_role("button", name="Undo", exact=True).press("Enter")
    assert "9/64" in read_grammar(alive(page))["told"]
    assert page.problems == []


BRANCHES = "document.querySelector('.prpn-row-tree path').getAttribute('d')"


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_tree_is_seen_to_move_into_the_next_unless_no_motion_is_wanted(motion, open_page, twin):  # noqa: F811
    page = open_page(twin(Skyline()), reduced_motion=motion)
    alive(page)
    page.evaluate(
        f"""() => {{
          window.seen = new Set();
          const look = () => {{ window.seen.add({BRANCHES}); requestAnimationFrame(look); }};
          look();
        }}"""
    )
    page.get_by_role("slider", name="wall before word 4").press("End")
    alive(page)
    page.wait_for_timeout(500)
    moments = page.evaluate("window.seen.size")
    assert moments == 2 if motion == "reduce" else moments > 4, moments


def test_neurons_read_a_sentence_word_by_word_as_one_step(open_page, twin):  # noqa: F811
    page = open_page(twin(Neurons()), clock=True)
    explorer = alive(page)
    told, words = explorer.locator(".prpn-told"), explorer.locator(".prpn-row-words .prpn-word")
    first = told.inner_text()
    explorer.get_by_role("button", name="Read the sentence").click()
    for word in words.all_inner_texts():
        assert told.inner_text().startswith(f'After "{word}"')
        page.clock.run_for(700)
    assert told.inner_text() == first
    explorer.get_by_role("slider", name="levels wiped at word 3").press("Home")
    alive(page)
    undo = explorer.get_by_role("button", name="Undo", exact=True)
    for left in ("false", "true"):
        undo.press("Enter")
        alive(page)
        assert told.inner_text() == first and undo.get_attribute("aria-disabled") == left
