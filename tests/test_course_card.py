"""The card of a check: what it shows, that nothing of a student's has power in it, how large it may be."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
import torch

from prpn_book import address
from prpn_course.checking import card as cards
from prpn_course.checking import progress
from prpn_course.checking.card import SIGNS, card, chapter_page, invitation
from prpn_course.checking.judge import Report, examine
from prpn_course.checking.shown import MARK, UNMARK, show
from prpn_course.tasks import SHEETS, find

ROOT = Path(__file__).parents[1]
SHEET, STICK = find("7.3")
VOID = ("br", "hr", "img")


class Page(HTMLParser):
    """What a card holds: texts by their innermost element, and whether the elements nest."""

    def __init__(self, html):
        super().__init__()
        self.open, self.texts, self.seen, self.links = [], {}, [], []
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        self.seen.append(tag)
        self.links += [value for name, value in attributes if name == "href"]
        assert not any(name.startswith("on") for name, _ in attributes)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.setdefault(self.open[-1] if self.open else "", []).append(data)

    def of(self, tag):
        return self.texts.get(tag, [])


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    monkeypatch.setattr(progress, "_reports", {})


def html(answer, task=STICK, sheet=SHEET):
    return card(examine(task, answer, sheet), sheet)._repr_html_()


def test_a_wrong_answer_shows_both_results_with_the_difference_marked():
    page = Page(html(lambda alpha: torch.tensor([0.1485, 0.2, 0.3, 0.45])))
    assert page.of("mark") == ["0.1815, 0.2200", "0.2000, 0.3000"]
    assert {"alpha", "expected", "came"} <= set(page.of("th"))
    assert page.of("span")[0] == "0 of 2 points" and page.of("strong") == ["7.3 Breaking the stick"]
    assert page.of("a") == ['Chapter 7, "Breaking a stick"']
    assert "script" not in page.seen and "img" not in page.seen


def test_the_text_of_a_card_is_the_report():
    report = examine(STICK, lambda alpha: alpha, SHEET)
    assert str(card(report, SHEET)) == repr(card(report, SHEET)) == str(report)


def test_a_likely_mistake_and_its_hint_stand_out():
    mistake = STICK.misconceptions[0]
    text = html(mistake.wrong)
    assert f"<b>Likely mistake</b> your answer behaves like one that {mistake.name}." in text
    assert "<b>Hint</b> " in text


@pytest.mark.parametrize(
    ("answer", "state"),
    [(find("7.5")[1].reference, "right"), (lambda *a: a[0] * 0, "wrong")],
)
def test_the_state_shows_as_a_sign_and_not_as_a_colour_alone(answer, state):
    text = html(answer, find("7.5")[1])
    assert f"prpn-{state}" in text and f'<b aria-hidden="true">{SIGNS[state]}</b>' in text


def test_some_of_the_points_have_a_sign_of_their_own():
    gates = find("7.5")[1]
    text = html(gates.misconceptions[10].wrong, gates)
    assert "prpn-part" in text and "<b>Points</b> 1 of 1 for one sentence, " in text


def test_an_open_task_is_an_invitation():
    text = str(invitation(STICK, SHEET))
    assert text.startswith("7.3 Breaking the stick: still open, 2 points.\nWrite your lines")
    waiting = invitation(STICK, SHEET, waiting=True)
    assert "This cell waits for task 7.3." in str(waiting) and "prpn-open" in waiting._repr_html_()


def test_the_progress_of_the_sheet_is_that_of_its_last_checks():
    assert progress.summary(SHEET) == f"0 of 7 tasks, 0 of {SHEET.points} points"
    for task_id, earned in (("7.3", 2), ("7.4", 1), ("7.1", 0), ("7.3", 0), ("7.3", 2), ("1.1", 1)):
        progress.note(Report(find(task_id)[1], earned))
    assert progress.summary(SHEET) == f"1 of 7 tasks, 3 of {SHEET.points} points"
    page = Page(invitation(STICK, SHEET)._repr_html_())
    assert page.of("i")[:5] == ["7.1 ✗", "7.2 ○", "7.3 ✓", "7.4 ◐", "7.5 ○"]


HOSTILE = "</pre></div><script>alert(1)</script>&amp; \x1b[31m\u202e`<img src=x onerror=y>`"


def raises(alpha):
    raise ValueError(HOSTILE)


def prints(alpha):
    print(HOSTILE)
    return alpha


@pytest.mark.parametrize("answer", [raises, prints, lambda alpha: type(HOSTILE, (), {})()])
def test_nothing_of_a_students_has_power(answer):
    page = Page(html(answer))
    assert not {"script", "img"} & set(page.seen)
    text = "".join(map("".join, page.texts.values()))
    assert "<script>alert(1)</script>&amp; " in text and "\x1b" not in text and "\u202e" not in text


def test_a_long_value_is_folded_away():
    sheet, task = find("16.3")
    page = Page(html(task.misconceptions[0].wrong, task, sheet))
    assert page.of("summary") and all(words.endswith(" lines") for words in page.of("summary"))


def floods(alpha):
    print("\n".join(["<&>" * 100] * 100))
    raise ValueError("<" * 10_000)


@pytest.mark.parametrize(
    "answer", [floods, lambda alpha: torch.full((12, 12), 1 / 3), lambda alpha: type("<" * 9_999, (), {})()]
)
@pytest.mark.parametrize("task_id", ["7.3", "7.5", "16.3", "17.6", "2.8"])
def test_a_card_has_at_most_six_kilobytes(answer, task_id):
    sheet, task = find(task_id)
    text = html(lambda *case: answer(case), task, sheet)
    assert len(text.encode()) <= cards.LARGEST and Page(text).of("strong") == [f"{task.id} {task.title}"]


def test_what_is_cut_keeps_its_marks_closed():
    value, apart = torch.rand(12, 12), torch.rand(12, 12) > 0.5
    for most in range(0, 60):
        text = cards._text(show(value, 4, apart), most)
        assert text.count("<mark>") == text.count("</mark>") and MARK not in text and UNMARK not in text


def test_every_chapter_has_its_page_to_reread(monkeypatch, tmp_path):
    monkeypatch.chdir(ROOT / "exercises")
    for sheet in SHEETS:
        assert all((Path.cwd() / chapter_page(sheet, task).split("#")[0]).is_file() for task in sheet.tasks)
    monkeypatch.chdir(tmp_path)
    away = chapter_page(SHEET, SHEET.tasks[0])
    assert away.startswith(address.site()) and "/book/part2-latent-trees/07-prpn-gates.html#" in away
    monkeypatch.setenv("PRPN_EDU_BOOK", "https://uni.example/nlp/")
    assert chapter_page(SHEET, SHEET.tasks[0]).startswith("https://uni.example/nlp/book/part2-latent-trees/")


def test_stored_cards_are_those_of_today():
    stored = json.loads((ROOT / "solutions/07-prpn-gates.ipynb").read_text("utf-8"))
    checks = [cell for cell in stored["cells"] if "".join(cell["source"]).startswith("check(")]
    for task, cell in zip(SHEET.tasks, checks, strict=True):
        report = Report(task, task.points)
        progress.note(report)
        (output,) = cell["outputs"]
        assert "".join(output["data"]["text/html"]) == card(report, SHEET)._repr_html_()


def test_the_style_follows_light_and_dark_in_every_notebook():
    style = re.search("<style>(.*?)</style>", html(STICK.reference), re.DOTALL)[1]
    for page in (
        "prefers-color-scheme: dark",
        'data-jp-theme-light="false"',
        'data-theme="dark"',
        "vscode-dark",
    ):
        assert page in style
    assert set(re.findall(r"var\((--prpn-[a-z]+)\)", style)) == set(re.findall(r"(--prpn-[a-z]+):", style))
