"""What surrounds the text of a built page: description, edition, exercises beside sections, notices, quiz."""

import base64
import json
import re
import runpy
from html import unescape
from itertools import permutations
from pathlib import Path

import pytest
import yaml
from written import CHAPTERS, HTML, PAGES

from prpn_book import address
from prpn_book.explore.votes import CLASSES
from prpn_book.views import tree_lstm, votes
from prpn_class.handout import colab
from prpn_course.tasks import SHEETS
from prpn_edu import shipped

ROOT = Path(__file__).parents[1]
BOOK = [path for path in PAGES if path.is_relative_to(HTML / "book")]

pytestmark = pytest.mark.skipif(not BOOK, reason="needs the built book: run `make book`")


def texts(path):
    return path.read_text("utf-8")


def test_every_page_says_what_it_is():
    seen = {}
    for path in BOOK:
        head = texts(path).partition("</head>")[0]
        (about,) = re.findall(r'<meta name="description" content="([^"]{30,})" />', head)
        assert about not in seen, f"{path} is described as {seen[about]}"
        seen[about] = path
        assert f'content="{address.site()}_static/card.png"' in head and 'rel="icon"' in head
        assert 'href="' + "../" * (len(path.relative_to(HTML).parts) - 1) in head
        assert re.search(r"Version \d+\.\d+\.\d+, \d+ \w+ \d{4}", texts(path))
    assert (HTML / "_static/card.png").is_file() and "<title>" in texts(HTML / "index.html")


def test_every_task_stands_beside_the_section_that_it_practises():
    found = re.findall(r'<p class="prpn-practise">(.*?)</p>', "".join(map(texts, CHAPTERS)), re.S)
    for sheet in SHEETS:
        boxes = [box for box in found if address.colab(f"exercises/{sheet.stem}.ipynb") in box]
        named = re.findall(r"<b>([^<]+)</b>", " ".join(boxes))
        assert sorted(named) == sorted(task.id for task in sheet.tasks)


def test_every_link_to_colab_leads_to_a_copy():
    for path in CHAPTERS:
        links = set(re.findall(r'href="(https://colab[^"]*)"', texts(path)))
        assert links and links <= {address.colab(copy) for copy in colab.paths()}, path


def test_the_verdict_turns_with_the_first_bracket_whichever_it_is_and_its_bag_does_not():
    page = texts(HTML / "book/index.html").partition('class="prpn-hero"')[2]
    told = json.loads(re.search(r'<script type="application/json">(.*?)</script>', page)[1])
    tree_lstm.install(shipped.tree_lstm())
    votes.install(shipped.votes())
    for order, said in told["said"].items():
        assert CLASSES[votes.explore(order, 0, 0)["winner"]] == told["bag"]
        for cuts, labels in list(said.items())[::5]:
            view = tree_lstm.explore(order, [int(cut) for cut in cuts], 0)
            assert labels == "".join(map(str, view["labels"]))
    assert {*told["said"]} == {" ".join(order) for order in permutations(told["words"])}
    trees = told["said"][" ".join(told["words"])].items()
    roots = {cuts: int(labels[2 * cuts.index("3") + 1]) for cuts, labels in trees}
    first = roots.pop("123")
    assert len(roots) == 5 and all(root < 2 < first for root in roots.values())


def test_the_map_has_every_chapter_in_its_order_with_branches_from_earlier_ones():
    page = texts(HTML / "book/index.html")
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))["parts"]
    chapters = [
        one["file"]
        for part in parts
        for one in part["chapters"]
        if (ROOT / f"{one['file']}.ipynb").exists() and one["file"].startswith("book/part")
    ]
    tiles = re.findall(
        r'<a href="([^"]+)\.html" data-n="([\w-]+)">.*?class="title">([^<]*)<.*?class="needs">([^<]*)<', page
    )
    assert [f"book/{file}" for file, *_ in tiles] == chapters
    called = [number if number.isdigit() else title for _, number, title, _ in tiles]
    for place, (_, number, _, told) in enumerate(tiles):
        needed = [] if told == "start here" else re.split(", | and ", told.removeprefix("needs "))
        assert set(needed) <= set(called[:place]) and page.count(f'data-to="{number}" d=') == len(needed)
    assert ("17", "needs 9, 10 and 15") in {(number, told) for _, number, _, told in tiles}
    assert "needs 2 and Gradients with a pencil" in [told for *_, told in tiles]


def test_each_part_of_others_has_its_licence_beside_the_page():
    page = HTML / "book/appendix/about.html"
    files = re.findall(r'href="([^"]*licences/[^"]*)"', texts(page))
    words = [(page.parent / file).resolve().read_text("utf-8") for file in files]
    assert len(files) == len(set(files)) >= 14
    assert all(re.search(r"[Ll]icen[sc]e|Redistribution", text) for text in words)
    assert "@misc{prpn_edu," in unescape(re.sub("<.*?>", "", texts(page)))


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_quiz_has_one_right_option_a_question_and_keeps_its_answers_out_of_the_source(path):
    quiz = texts(path).partition('<section id="quiz">')[2].partition("</section>")[0]
    questions = re.findall(r'<fieldset class="prpn-quiz">(.*?)</fieldset>', quiz, re.S)
    assert len(questions) >= 3 and "<details><summary>" not in quiz
    source = re.sub(r'data-said="[^"]*"', "", quiz)
    index = texts(HTML / "searchindex.js")
    for question in questions:
        said = [base64.b64decode(code).decode() for code in re.findall(r'data-said="([^"]+)"', question)]
        assert len(said) == question.count('type="radio"') >= 2
        assert [text[0] for text in said].count("+") == 1
        for text in said:
            words = re.sub(r"\s+", " ", unescape(re.sub("<.*?>", "", text[1:]))).strip()
            assert words and text[1:] not in source and words[:60] not in index


def test_a_task_done_in_the_page_stands_in_its_chapter_and_gives_nothing_away():
    wanted = {task.id: sheet for sheet in SHEETS for task in sheet.tasks if task.in_page}
    found = {}
    for path in CHAPTERS:
        for code in re.findall(r'data-task="([^"]*)"', texts(path)):
            task, plain = json.loads(base64.b64decode(code)), unescape(texts(path))
            found[task["id"]] = wanted[task["id"]]
            assert path.stem.startswith(task["id"].split(".")[0].zfill(2))
            assert 'raise</span> <span class="n">NotYet' in plain, (
                "without scripts the stub is there to be read"
            )
            assert f"exercises/{found[task['id']].stem}.ipynb" in plain
            assert not [one for one in task["mistakes"] if one["name"] in plain or one["hint"] in plain]
    assert found == wanted


def test_what_axe_found_in_the_theme_is_mended_on_every_page():
    """Each pattern is still the theme's: it would else mend nothing, and nobody would know."""
    changes = runpy.run_path(str(ROOT / "prpn_book/sphinx/access.py"))
    assert changes["mended"](" ".join(changes["MENDED"])) == " ".join(changes["MENDED"].values())
    pages = {path: texts(path) for path in BOOK}
    for old, new in changes["MENDED"].items():
        assert not [path for path, page in pages.items() if old in page]
        assert new and any(new in page for page in pages.values()), new
