"""You against the machine: what its script computes, and a game of it in a browser, from disk."""

import base64
import json
import random
import re
import struct
from pathlib import Path

import pytest
from nltk import Tree
from test_book import browser, built, open_page, pytestmark, settled, violations, window  # noqa: F401
from written import HTML

from prpn_edu import trees
from prpn_edu.data import plain
from prpn_edu.loops import page as loop
from prpn_edu.loops.transitions import brackets

ROOT = Path(__file__).parents[1]
GAME = ROOT / "prpn_book/explore/game"
MACHINE = ROOT / "prpn_edu/loops/english.json"
LANDING, OWN = HTML / "book/index.html", HTML / "book/your-own-text.html"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STILL = {"reduced_motion": "reduce"}
SENTENCES = json.loads((GAME / "sentences.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def scripts(browser):  # noqa: F811
    """A page that has the game's modules which draw nothing, as `machine`, `pcfg` and `trees`."""
    page = window(browser, {}).new_page()
    page.add_init_script("window.made = {}")
    page.goto("about:blank")
    for name in ("pcfg", "machine", "trees"):
        text = (GAME / f"{name}.js").read_text("utf-8")
        text = re.sub(r"^import {(.*)} from .*;", _given, text, flags=re.M)
        exported = re.findall(r"^export (?:const|function|class) (\w+)", text, re.M)
        page.add_script_tag(
            type="module", content=f"{text}\nwindow.made.{name} = {{ {', '.join(exported)} }};"
        )
        page.wait_for_function(f"window.made.{name}")
    yield page
    page.close()


def _given(imported):
    """An import as the page has it: what was made before."""
    return f"const {{ {imported[1].replace(' as ', ': ')} }} = window.made.pcfg;"


def pieces(n, cuts):
    """All pieces that a sentence falls into on the way, by cutting it with scissors."""
    whole, found = [(0, n)], {(0, n)}
    for cut in cuts:
        for piece in [(a, b) for a, b in whole if a < cut < b]:
            whole.remove(piece)
            whole += [(piece[0], cut), (cut, piece[1])]
        found |= set(whole)
    return found - {(0, n)} - {(i, i + 1) for i in range(n)}


def crossed(one, other):
    (a, b), (c, d) = one, other
    return a < c < b < d or c < a < d < b


def some_cuts(draw):
    n = draw.randint(3, 12)
    gaps = draw.sample(range(1, n), n - 1)
    return n, gaps[: draw.randint(1, n - 1)], draw.sample(gaps, n - 1)


def test_cuts_make_the_tree_that_scissors_make(scripts):
    draw = random.Random(5)
    games = [some_cuts(draw) for _ in range(200)]
    answers = scripts.evaluate(
        """games => games.map(([n, mine, theirs]) => {
          const { treeOfCuts, bracketsOf, shared, strangest, unfinished, joins } = window.made.trees;
          const [a, b] = [treeOfCuts(n, mine), treeOfCuts(n, theirs)];
          return { mine: bracketsOf(a), shared: shared(a, b), strange: strangest(b, a), open: unfinished(a),
            joins: joins(a, (i) => i + 0.5).map((join) => join ?? null) };
        })""",
        games,
    )
    for (n, mine, theirs), answer in zip(games, answers, strict=True):
        own, others = pieces(n, mine), pieces(n, theirs)
        assert sorted(map(tuple, answer["mine"])) == sorted(own)
        assert {*map(tuple, answer["shared"])} == own & others
        ranked = {span: sum(crossed(span, one) for one in own) for span in others}
        against = {span: crosses for span, crosses in ranked.items() if crosses}
        if not against:
            assert "strange" not in answer or answer["strange"] is None
        else:
            span = tuple(answer["strange"]["span"])
            shortest = min(b - a for a, b in against)
            most = max(crosses for (a, b), crosses in against.items() if b - a == shortest)
            assert ranked[span] == most == len(answer["strange"]["against"]) and span[1] - span[0] == shortest
        assert answer["open"] == any(
            b - a > 2 and not any(a < c < b for c in mine) for a, b in own | {(0, n)}
        )
        assert answer["joins"][0] is None and len(answer["joins"]) == n and all(answer["joins"][1:])
        for gap, join in enumerate(answer["joins"][1:], 1):
            a, b = join["span"]
            assert a < gap < b and a < join["left"] < join["right"] < b
            assert join["level"] > max(join["leftLow"], join["rightLow"])


ODD = "aB n't '’-.,1٣é ̂ 漢ऄि—½Ⅷ_"
SAID = [
    "The film isn't very good.",
    "In 1,000.50 well-known films, they'll see O'clock and l'homme; aujourd'hui U.S. readers won't!",
    "'Twas brillig — n't — rock 'n' roll",
]


def lines():
    """Lines to read: of known words, of unknown ones, and of signs that nobody writes."""
    draw, words = random.Random(8), json.loads(MACHINE.read_text("utf-8"))["words"]
    yield from SAID
    for _ in range(60):
        yield "".join(draw.choice(ODD) for _ in range(draw.randint(1, 25)))
        known = [word for word in words if word[0] != "<"]
        yield " ".join(draw.choice([*draw.sample(known, 3), "blorping"]) for _ in range(draw.randint(1, 20)))


def test_the_page_reads_as_python_does(scripts):
    page, said = json.loads(MACHINE.read_text("utf-8")), [line for line in lines() if plain.words(line)]
    answers = scripts.evaluate(
        """([text, said]) => {
          const own = window.made.machine.machineOfText(text), { split } = window.made.machine;
          return said.map((line) => {
            const words = own.split(line), seen = own.read(words), n = words.length;
            const scores = [], chances = [];
            for (let i = 0; i < n; i++) {
              for (let j = i + 2; j <= n; j++) {
                scores.push(seen.score(i, j));
                chances.push(seen.chance(i, j));
              }
            }
            const trees = seen.trees.map((tree) => window.made.trees.bracketed(tree, words));
            return { ...seen, words, scores, chances, trees, characters: split(line, "character") };
          });
        }""",
        [MACHINE.read_text("utf-8"), said],
    )
    stages = [loop.stage_of(page, stage) for stage in range(len(page["stages"]))]
    for line, answer in zip(said, answers, strict=True):
        words, last = plain.words(line), stages[-1]
        forms, n = [plain.form(word) for word in words], len(words)
        assert answer["words"] == words and answer["characters"] == plain.words(line, "character"), line
        assert answer["entries"] == [last["words"][loop.entry(last, form)] for form in forms]
        assert answer["walls"] == [loop.walls(stage, forms) for stage in (*stages, last)]
        sums = loop.scores(last, forms)
        assert answer["scores"] == [sums[i][j] for i in range(n) for j in range(i + 2, n + 1)]
        found = loop.chances(last, forms)
        assert answer["chances"] == [found[i][j] for i in range(n) for j in range(i + 2, n + 1)]
        drawn = [loop.tree(stage, forms, words) for stage in stages] + [loop.last_tree(last, forms, words)]
        assert answer["trees"] == [brackets(tree) for tree in drawn]


def broken():
    """Files that are none, by what is to be said of them."""
    page = json.loads(MACHINE.read_text("utf-8"))
    yield "no JSON", "(once upon a time"
    yield "another kind", json.dumps({"cells": []})
    yield "another kind", "null"
    yield "newer version", json.dumps(page | {"version": 2})
    yield "list of words", json.dumps(page | {"words": "the"})
    yield "classes are broken", json.dumps(page | {"classes": page["classes"][1:]})
    yield "do not fit", json.dumps(page | {"classes": [10_000, *page["classes"][1:]]})
    yield "walls is broken", json.dumps(page | {"walls": {"scales": [1], "codes": ["zz"]}})
    yield "stages of training", json.dumps(page | {"stages": []})
    yield (
        "stage 1",
        json.dumps(page | {"stages": [{"share": 0, "tables": {"first, last": page["walls"]}}, {}]}),
    )
    yield "longest sentence", json.dumps(page | {"longest": 10**9})
    grammar = page["grammar"]
    for wrong in (
        None,
        {"version": 2},
        {"symbols": 61},
        {"pairs": grammar["pairs"][1:]},
        {"pairs": ["é" + grammar["pairs"][0][1:], *grammar["pairs"][1:]]},
        {"words": grammar["words"] + " 0"},
        {"words": grammar["words"][:-2] + "zz"},
        {"rest": [0.0, *grammar["rest"][1:]]},
    ):
        yield "grammar is broken", json.dumps(page | {"grammar": None if wrong is None else grammar | wrong})


def test_a_file_of_another_kind_is_refused_with_what_to_do(scripts):
    read = """text => {
      try { window.made.machine.machineOfText(text); return ""; } catch (error) { return error.message; }
    }"""
    assert scripts.evaluate(read, MACHINE.read_text("utf-8")) == ""
    for problem, text in broken():
        said = scripts.evaluate(read, text)
        assert problem in said or (problem == "stage 1" and "do not fit" in said), (problem, said)
        assert said.endswith(".") and ("again" in said or "page.json" in said or "Open it" in said)


def spans_of(bracketed):
    """The brackets of a tree without the whole and without words."""
    found = {
        span
        for span in trees.spans(Tree.fromstring(re.sub(r"\(", "(X ", bracketed)))
        if span[1] - span[0] > 1
    }
    return found - {(0, max(end for _, end in found))}


def test_what_is_said_of_the_machine_s_mistakes_is_true():
    machine = loop.stage_of(json.loads(MACHINE.read_text("utf-8")))
    assert len(SENTENCES) == 10
    for one in SENTENCES:
        words = plain.words(one["text"])
        tree = brackets(loop.last_tree(machine, [plain.form(word) for word in words], words))
        phrases = {" ".join(words[start:end]) for start, end in spans_of(tree)}
        assert all(quip["span"] in phrases for quip in one.get("quips", ())), one


def gap(page, k):
    return page.locator(".prpn-game .gap").nth(k - 1)


def state_of(page):
    code = page.evaluate("location.hash").partition("game=")[2]
    return json.loads(base64.urlsafe_b64decode(code + "=" * (-len(code) % 4))) if code else None


def seen(page):
    return page.locator(".prpn-game").inner_text()


@built
def test_a_game_on_a_phone(open_page):  # noqa: F811
    page = open_page(LANDING, color_scheme="light", **PHONE, **STILL)
    settled(page)
    game, words = page.locator(".prpn-game"), SENTENCES[0]["text"].split()
    assert page.locator(".prpn-game .word").all_inner_texts() == words
    bottom = "(one) => one.getBoundingClientRect().bottom + scrollY"
    commit = page.get_by_role("button", name="Commit", exact=True).first
    assert commit.evaluate(bottom) <= 844, "one screen"
    commit.click()
    assert "Cut first" in seen(page) and game.get_attribute("data-step") == "cut"
    gap(page, 1).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert gap(page, 3).get_attribute("aria-pressed") == "true"
    gap(page, 5).tap()
    gap(page, 2).tap()
    gap(page, 2).tap()
    assert state_of(page) == {"text": SENTENCES[0]["text"], "cuts": [3, 5], "done": False}
    assert "machine’s" not in seen(page), "no answer before the commit"
    commit.click()
    page.wait_for_selector(".prpn-game[data-step=told]")
    assert page.evaluate("document.activeElement.className") == "count"
    page.locator(".prpn-game .more summary").click()
    mine, theirs = page.locator(".prpn-game .more code").all_inner_texts()
    own, others = pieces(len(words), [3, 5]), spans_of(theirs)
    assert f"{len(own & others)} of your {len(own)} phrases" in seen(page)
    assert mine.replace("(", "").replace(")", "").split() == words
    page.locator(".prpn-game .more summary").click()
    assert page.get_by_role("button", name="Save picture").evaluate(bottom) <= 844, "one screen"
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    small = page.locator(".prpn-game button:visible:not(.gap)").all()
    assert all(min(one.bounding_box()["height"], one.bounding_box()["width"]) >= 43 for one in small)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function("theme => document.documentElement.dataset.theme === theme", arg=theme)
        page.wait_for_function("!document.getAnimations().length")
        assert violations(page, ".prpn-game") == [], theme
    # The same address shows the same game; what is sent shows the sentence, and no tree.
    again = open_page(LANDING, fragment=page.url.partition("#")[2], **STILL)
    again.wait_for_selector(".prpn-game[data-step=told]")
    assert again.locator(".prpn-game .count").inner_text() == page.locator(".prpn-game .count").inner_text()
    sent = {"text": SENTENCES[0]["text"], "from": [3, 5]}
    code = base64.urlsafe_b64encode(json.dumps(sent).encode()).decode().rstrip("=")
    friend = open_page(LANDING, fragment=f"game={code}", **STILL)
    friend.get_by_text("Somebody cut this sentence").wait_for()
    assert friend.locator(".prpn-game .gap[aria-pressed=true]").count() == 0
    gap(friend, 4).click()
    friend.get_by_role("button", name="Commit", exact=True).first.click()
    shared = len(pieces(len(words), [3, 5]) & others)
    friend.get_by_text(f"Who sent it shares {shared} of {len(own)} phrases with the machine").wait_for()
    friend.get_by_role("button", name="Show theirs").click()
    assert friend.locator(".prpn-game .side.mine").inner_text() == "who sent it"
    assert page.problems == again.problems == friend.problems == []


@built
def test_the_training_is_a_film_and_its_pictures_can_be_kept(open_page, tmp_path):  # noqa: F811
    page = open_page(LANDING, viewport={"width": 1280, "height": 800}, color_scheme="light")
    settled(page)
    field = page.get_by_role("textbox", name="your own sentence")
    field.fill("nobody in the <b>world</b> knew, 3.5 years ago, what it was")
    page.keyboard.press("Enter")
    assert page.locator(".prpn-game .word").all_inner_texts()[3:7] == ["b", "world", "b", "knew"]
    for k in (2, 6, 9):
        gap(page, k).click()
    page.get_by_role("button", name="Commit", exact=True).first.click()
    drawn = set()
    page.wait_for_selector(".prpn-game[data-step=film]")
    while page.locator(".prpn-game").get_attribute("data-step") == "film":
        drawn.add(page.locator(".prpn-game .stage").inner_text())
        page.wait_for_timeout(100)
    assert len(drawn) >= 3
    learnt = page.get_by_role("slider", name="how far the machine had learnt")
    learnt.press("Home")
    assert page.locator(".prpn-game .stage").inner_text() == "untrained"
    learnt.press("End")
    for kind, name in (("png", "Save picture"), ("svg", "save the picture as SVG")):
        with page.expect_download() as download:
            page.get_by_role("button", name=name).click()
        download.value.save_as(tmp_path / f"picture.{kind}")
    head = (tmp_path / "picture.png").read_bytes()
    assert head[1:4] == b"PNG" and struct.unpack(">II", head[16:24]) == (1200, 630)
    svg = (tmp_path / "picture.svg").read_text("utf-8")
    assert "world" in svg and page.locator(".prpn-game .count").inner_text() in svg and "href" not in svg
    for text, said in (("one two", "3 words or more"), ("so " * 21, "at most 20 fit")):
        if page.locator(".prpn-game").get_attribute("data-step") == "told":
            page.get_by_role("button", name="Next sentence").click()
        field.fill(text)
        page.keyboard.press("Enter")
        page.get_by_text(said).wait_for()
    page.evaluate("location.hash = '#game=e30x'")
    page.get_by_text("holds no game").wait_for()
    assert page.problems == []


@built
def test_a_reader_plays_against_a_machine_of_his_own(open_page, tmp_path):  # noqa: F811
    page = open_page(OWN, **STILL)
    settled(page)
    field = page.locator(".prpn-drop input[type=file]")
    for name, content, said in (
        ("empty.json", "", "empty"),
        ("words.txt", "once upon a time", "no JSON"),
        ("page.json", "{}", "another kind"),
    ):
        (tmp_path / name).write_text(content)
        field.set_input_files(tmp_path / name)
        page.get_by_text(said).wait_for()
        assert name in page.locator(".prpn-drop .problem").inner_text()
    own = json.loads(MACHINE.read_text("utf-8")) | {"unit": "character", "examples": ["一 二三四"]}
    own["about"] = {"title": "<img src=x onerror=alert(1)>", "sentences": 12}
    (tmp_path / "page.json").write_text(json.dumps(own))
    field.set_input_files(tmp_path / "page.json")
    page.wait_for_selector(".prpn-game .gap")
    assert page.locator(".prpn-game .word").all_inner_texts() == ["一", "二", "三", "四"]
    assert own["about"]["title"] in page.locator(".prpn-game .source").inner_text()
    gap(page, 2).click()
    page.get_by_role("button", name="Commit", exact=True).first.click()
    page.wait_for_selector(".prpn-game[data-step=told]")
    assert violations(page, ".prpn-game, .prpn-drop") == [] and page.problems == []
