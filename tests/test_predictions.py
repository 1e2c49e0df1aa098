"""A prediction is committed before its answer can be seen: nothing above the question gives it away."""

import re
from dataclasses import dataclass
from html import unescape
from pathlib import Path

import nbformat
import pytest

ROOT = Path(__file__).parents[1]
CHAPTERS = sorted(ROOT.glob("book/part*/*.ipynb"))
FOLD = re.compile(r"<details(?P<settings>[^>]*)><summary>(?P<question>.*?)</summary>.*?</details>", re.S)
HEADING = re.compile(r"^#{1,3} ", re.M)
NUMBER = re.compile(r"(?<![\w.])[-−]?\d+(?:\.\d+)?(?![\w]|\.\d)")
FOLDED = {"deeper", "evidence"}
ANYWHERE = {"0", "1"}  # numbers that tell nothing where they stand above


@dataclass
class Prediction:
    """A question, what may be answered, and what a reader sees above it in its section."""

    question: str
    right: str
    choices: list[str]
    above: str


def plain(html):
    return unescape(re.sub(r"<[^>]+>", " ", html))


def setting(settings, name):
    found = re.search(rf'data-{name}="([^"]*)"', settings)
    return None if found is None else unescape(found[1])


def said_by(output):
    """The text of an output that stands open: tables, printed lines, a picture's text alternative."""
    data = output.get("data", {})
    html = "".join(data.get("text/html", ""))
    return plain(FOLD.sub(" ", html)) + " " + "".join(data.get("text/plain", output.get("text", "")))


def predictions(cells):
    """Yield a chapter's predictions in their order."""
    above = ""
    for cell in cells:
        if FOLDED & set(cell.metadata.get("tags", ())):
            continue
        if cell.cell_type == "code":
            shown = (
                ""
                if "remove-output" in cell.metadata.get("tags", ())
                else " ".join(map(said_by, cell.outputs))
            )
            above += " " + shown
            continue
        place = 0
        for fold in FOLD.finditer(cell.source):
            above = since_heading(above, cell.source[place : fold.start()])
            right = setting(fold["settings"], "right")
            if right is not None:
                choices = [one.strip() for one in (setting(fold["settings"], "choices") or "").split("|")]
                yield Prediction(plain(fold["question"]), right, choices, above)
            place = fold.end()
        above = since_heading(above, cell.source[place:])


def since_heading(above, more):
    """What stands above, with more below it, from the last heading on."""
    *_, last = HEADING.split("\n" + more)
    return last if HEADING.search("\n" + more) else above + " " + more


def given_away(one):
    """What of a prediction's answer stands above its question: its own numbers, or all of its words."""
    others = " ".join([one.question, *(choice for choice in one.choices if choice != one.right)])
    own = set(NUMBER.findall(one.right)) - set(NUMBER.findall(others)) - ANYWHERE
    found = own & set(NUMBER.findall(one.above))
    words = one.right.lower()
    if len(words.split()) > 3 and words in " ".join(one.above.lower().split()):
        found.add(words)
    return found


def of(chapter):
    return list(predictions(nbformat.read(chapter, as_version=4).cells))


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_no_answer_stands_above_its_question(chapter):
    assert {one.question: found for one in of(chapter) if (found := given_away(one))} == {}


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_the_right_choice_is_one_of_the_choices(chapter):
    for one in of(chapter):
        assert one.choices == [""] or one.right in one.choices, one.question


@pytest.mark.parametrize("chapter", CHAPTERS, ids=lambda path: path.stem)
def test_who_is_asked_to_predict_can_commit(chapter):
    cells = nbformat.read(chapter, as_version=4).cells
    text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
    asked = [fold for fold in FOLD.finditer(text) if fold["question"].startswith("Predict")]
    assert [fold["question"] for fold in asked if "data-" not in fold["settings"]] == []


def test_no_question_is_asked_twice():
    questions = [one.question for chapter in CHAPTERS for one in of(chapter)]
    assert sorted({one for one in questions if questions.count(one) > 1}) == []


def cells_of(*texts):
    return [nbformat.v4.new_markdown_cell(text) for text in texts]


QUESTION = (
    '<details data-number data-right="2.5"><summary>Predict: how many of 7?</summary>\n\n2.5\n\n</details>'
)


@pytest.mark.parametrize(
    "texts, found",
    [
        (["## A\n\nIt is 2.5.", QUESTION], {"2.5"}),
        (["## A\n\nIt is 2.5 here.\n\n## B\n\nIt is 12.5, or 2.53.", QUESTION], set()),
        (["## A\n\n" + QUESTION, "After it 2.5."], set()),
    ],
)
def test_a_number_above_is_found(texts, found):
    (one,) = predictions(cells_of(*texts))
    assert given_away(one) == found
