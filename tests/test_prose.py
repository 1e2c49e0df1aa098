"""The numbers and links of the prose pages: each is computed here, and looked for in the page."""

import contextlib
import io
import re
from fractions import Fraction as F
from pathlib import Path

import pytest

from prpn_edu.course.tasks import find_sheet
from prpn_edu.latent import split
from prpn_edu.latent.gates import FORMS
from prpn_edu.loops import gates

ROOT = Path(__file__).parents[1]
RAW = [F(4, 10), F(1, 10), F(3, 10), F(2, 10)]
D = [F(7, 10), F(6, 10), F(3, 10), F(4, 10), F(5, 10)]
ALPHA = gates.alphas(D, 4)
WORDS = ["x0", "x1", "x2", "x3", "x4"]


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


def decimal(x):
    """As the pages print it: .1815"""
    return f"{float(x):.4f}".removeprefix("0").rstrip("0").rstrip(".")


def bracketed(tree):
    """A nested list, or a `Tree`, which is one, with words only."""
    return "(" + " ".join(map(bracketed, tree)) + ")" if isinstance(tree, list) else tree


# README


def test_readme_prints_what_it_says():
    code = re.search(r"```python\n(.*?)```", page("README.md"), re.DOTALL)[1]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    assert "# " + printed.getvalue().strip() == code.strip().splitlines()[-1]
    numbers = map(decimal, gates.limit_distribution(ALPHA))
    assert "{}, {}, {} and {}".format(*numbers) in page("README.md").replace("\n", " ")


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md"])
def test_links_of_the_top_folder_lead_somewhere(name):
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page(name))
    assert [target for target in targets if not (ROOT / target).exists()] == []


@pytest.mark.parametrize(
    "name", ["README.md", "CONTRIBUTING.md", "book/how-to-use.md", "book/teach/index.md"]
)
def test_make_targets_exist(name):
    known = set(re.findall(r"(?m)^([a-z]+):", page("Makefile")))
    named = set(re.findall(r"(?m)(?:`|^)make ([a-z]+)", page(name)))
    assert named and named <= known


def test_citation_and_package_agree_on_the_version():
    version = re.search(r'(?m)^version = "(.+)"', page("pyproject.toml"))[1]
    assert f"\nversion: {version}\n" in page("CITATION.cff")
    assert f"## {version}" in page("CHANGELOG.md")


# The landing page and the notation


def test_landing_page_where_the_tree_jumps():
    def tree_and_limit(d_2):
        d = [*D[:2], d_2, *D[3:]]
        return gates.split(d, WORDS), gates.nearest_higher(d, 4)

    before, after = tree_and_limit(F(49, 100)), tree_and_limit(F(51, 100))
    assert before[0] != after[0] and before[1] != after[1]
    assert all(tree_and_limit(F(n, 100)) == before for n in range(30, 50))
    assert all(tree_and_limit(F(n, 100)) == after for n in range(51, 60))
    last = gates.gated_attention(RAW, gates.expected_gates(ALPHA))[3]
    assert decimal(last) == ".4373" and ".4373" in page("book/index.md")


def test_notation_names_every_form_and_its_values_at_ties():
    text = page("book/notation.md")
    assert re.findall(r'(?m)^- `form="(\w+)"`', text) == list(FORMS)
    same = [F(1, 2), F(1, 2)]
    assert gates.alphas(same, 1, 10, "paper") == [F(1, 2)]
    assert gates.alphas(same, 1, F(1, 10), "code") == [1]
    assert decimal(gates.alphas([0.5, 0.5], 1, 0.1, "soft")[0]) == ".9933" and ".9933" in text
    for n in range(-20, 30):  # clip as the sources write it
        x = F(n, 10)
        assert (gates.clip(2 * x - 1, -1, 1) + 1) / 2 == gates.clip(x)


# The votes of the page for teachers

SPLIT_TREE = gates.split(D, WORDS)
LAW = gates.limit_distribution(ALPHA)
OPEN = gates.hard_gates(2, 4)

# For each vote the options with a number or a tree, as the answer, right or wrong, comes about.
VOTES = {
    1: {
        "A": gates.hard_gates(1, 4),  # off by one
        "B": OPEN,
        "C": [int(i > 2) for i in range(4)],  # the limit left out
        "D": [int(i <= 2) for i in range(4)],  # the wrong side
    },
    2: {
        "A": ALPHA[2],
        "B": (1 + D[2] - D[4]) / 2,  # t and i swapped
        "C": D[4] - D[2],  # the bare difference
        "D": gates.alphas(D, 4, form="code")[2],
    },
    3: {
        "A": LAW[1],
        "B": ALPHA[1] * ALPHA[2] * ALPHA[3],  # passes 1 as well
        "C": 1 - ALPHA[1],  # forgets the way there
        "D": (1 - ALPHA[1]) * ALPHA[0],  # walks from 0
    },
    4: {
        "A": LAW[2],  # density
        "B": ALPHA[2] * ALPHA[3],  # the product from i
        "C": 1 - ALPHA[3],  # the wrong tail
        "D": gates.expected_gates(ALPHA)[2],
    },
    5: {
        "A": RAW[3] * OPEN[3],  # not divided
        "B": gates.gated_attention(RAW, OPEN)[3],
        "C": RAW[3] * OPEN[3] / sum(OPEN),  # divided by the gates
        "D": F(OPEN[3], sum(OPEN)),  # the raw attention forgotten
    },
    7: {"B": gates.expected_gates(gates.alphas(D, 4, 0))},
    8: {
        "A": SPLIT_TREE,
        "B": gates.split([0] * 5, WORDS),
        "C": split.split_between([float(x) for x in D[1:]], WORDS),  # scores as distances between words
    },
}


def vote(number):
    """The options and the answer's fold of one vote."""
    text = page("book/teach/index.md").split(f"### Vote {number}:")[1].split("</details>")[0]
    question, fold = text.split("<details>")
    return dict(re.findall(r"(?m)^- ([A-D]): (.*)$", question)), fold


def shown(value):
    """An option as the page prints it: a tree, a row of gates, or a number."""
    if value and isinstance(value, list) and isinstance(value[-1], list):
        return f"`{bracketed(value)}`"
    if isinstance(value, list):
        separator = " " if set(value) <= {0, 1} else ", "
        return separator.join(map(str, value))
    return decimal(value)


@pytest.mark.parametrize("number", VOTES)
def test_vote_options_are_what_the_misconceptions_give(number):
    options, fold = vote(number)
    assert {letter: shown(value) for letter, value in VOTES[number].items()} == {
        letter: text for letter, text in options.items() if letter in VOTES[number]
    }
    assert len(set(options.values())) == len(options)
    assert fold.count("**") == 2, "one answer, in bold"


@pytest.mark.parametrize(
    ("number", "letter"),
    [(1, "B"), (2, "A"), (3, "A"), (4, "D"), (5, "B"), (6, "C"), (7, "B"), (8, "A"), (9, "B")],
)
def test_vote_answers(number, letter):
    assert f"**{letter}.**" in vote(number)[1]


def test_vote_5_6_and_9_in_words():
    assert decimal(sum(r * o for r, o in zip(RAW, OPEN, strict=True)) / sum(OPEN)) == ".25"
    assert "sum to .25" in vote(5)[1]
    mean = gates.expected_attention(RAW, ALPHA)[3]
    soft = gates.gated_attention(RAW, gates.expected_gates(ALPHA))[3]
    assert f"{decimal(mean)} in one and {decimal(soft)} in the other" in vote(6)[1]
    assert gates.split([1] * 4, list("abcd")) == ["a", ["b", ["c", "d"]]]


def test_table_of_tasks():
    tasks = find_sheet("07-prpn-gates").tasks
    rows = re.findall(r"(?m)^\| (7\.\d) \| (.+?) \| (\d+) \| (\d+) \| (\w+) \|$", page("book/teach/index.md"))
    assert rows == [(x.id, x.title, str(x.points), str(x.minutes), x.difficulty) for x in tasks]
    assert min(len(x.misconceptions) for x in tasks) >= 5
