"""The numbers and links of the prose pages: each is computed here, and looked for in the page."""

import contextlib
import importlib.util
import io
import itertools
import math
import pkgutil
import re
import subprocess
import sys
from fractions import Fraction as F
from pathlib import Path

import pytest
import torch

import prpn_edu
from prpn_edu import data, trees
from prpn_edu.latent import split
from prpn_edu.latent.gates import FORMS
from prpn_edu.loops import bags, composition, gates, lstm, transitions

ROOT = Path(__file__).parents[1]
RAW = [F(4, 10), F(1, 10), F(3, 10), F(2, 10)]
D = [F(7, 10), F(6, 10), F(3, 10), F(4, 10), F(5, 10)]
ALPHA = gates.alphas(D, 4)
WORDS = ["x0", "x1", "x2", "x3", "x4"]


def page(name):
    return (ROOT / name).read_text(encoding="utf-8")


def decimal(x):
    """As the pages print it: .1815, -.28, 0"""
    text = f"{float(x):.4f}".rstrip("0").rstrip(".")
    return re.sub(r"^(-?)0\.", r"\1.", text)


def bracketed(tree):
    """A nested list, or a `Tree`, which is one, with words only."""
    return "(" + " ".join(map(bracketed, tree)) + ")" if isinstance(tree, list) else tree


# README


def run_readme(number):
    """What the README's example prints, and what it says that it prints."""
    code = re.findall(r"```python\n(.*?)```", page("README.md"), re.DOTALL)[number]
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(code, {})
    return printed.getvalue().strip(), code.strip().splitlines()[-1].removeprefix("# ")


def test_readme_parses_a_sentence():
    printed, said = run_readme(0)
    assert printed == said


def test_readme_trains_a_model():
    torch.manual_seed(0)
    printed, said = run_readme(1)
    assert said == "about 0.93" and float(printed) == pytest.approx(0.93, abs=0.05)


def test_the_library_says_what_it_has():
    """Every name that completion offers is there, and stands in the help."""
    told = set(re.findall(r"\w+", prpn_edu.__doc__))
    for name in {*dir(prpn_edu)} - {"__version__"}:
        assert name in told and getattr(prpn_edu, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Nothing'; dir"):
        _ = prpn_edu.Nothing


def test_importing_the_library_is_light():
    """No package is loaded for it: neither torch nor NLTK nor NumPy."""
    code = "import sys, prpn_edu; sys.exit(any(name in sys.modules for name in ('torch', 'nltk', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


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


def test_a_chapter_with_its_exercises_takes_two_to_three_times_as_long():
    """The page for teachers, the sheet and the chapter name the same minutes."""
    sheets = re.findall(r"<summary>(\d\d)-[\w-]+: .*?, (\d+) minutes", page("book/teach/index.md"))
    assert len(sheets) >= 6 and "two to three times" in page("book/how-to-use.md").replace("\n", " ")
    for number, minutes in sheets:
        (sheet,) = ROOT.glob(f"solutions/text/{number}-*.md")
        assert f"Plan **{minutes} minutes**" in sheet.read_text(encoding="utf-8")
        (text,) = ROOT.glob(f"book/part*/text/{number}-*.md")
        alone = re.search(r"Time: about (\d+) minutes", text.read_text(encoding="utf-8"))
        assert alone is None or 1.75 < 1 + int(minutes) / int(alone[1]) < 3, number
        assert re.search(rf"exercises\s+(another|take) {minutes}\b", text.read_text(encoding="utf-8")), number


def test_the_plan_for_a_class_names_the_minutes_of_each_core():
    cores = re.findall(r"<summary>(\d\d)-[\w-]+: .*?\(class core (\d+)\)", page("book/teach/index.md"))
    row = re.search(r"\| (\d+) min \| the \*class core\* of the sheet: (.*?) \|", page("book/teach/index.md"))
    own = {
        sheet: minutes
        for minutes, sheets in re.findall(r"(\d+)(?: min)? on (?:sheet )?(\d+(?: and \d+)?)", row[2])
        for sheet in sheets.split(" and ")
    }
    assert own == {str(int(sheet)): minutes for sheet, minutes in cores if minutes != row[1]}


def test_the_ten_questions_have_right_answers():
    a = [1, 2]
    b = a
    b.append(3)
    calls = 0

    def f(n):
        nonlocal calls
        calls += 1
        return None if n == 0 else f(n - 1)

    f(5)
    ill = F(1, 100) * F(9, 10)
    right = [
        str(tuple((torch.tensor([[1, 2], [0, 1]]) @ torch.tensor([3, 1])).tolist())),
        2 * 3 - 4,
        1 / 5,
        math.exp(math.log(3) + math.log(4)),
        str(F(2, 5) * F(1, 4)),
        f"1 in {float((ill + F(99, 100) * F(1, 10)) / ill):.0f}",
        str([x * x for x in range(4)]),
        '"bc"' if "abc"[1:] == "bc" else "",
        calls,
        str(a),
    ]
    folds = re.findall(
        r'<details (?:data-choices="(.*?)"|data-number) data-right="(.*?)">', page("book/are-you-ready.md")
    )
    assert len(folds) == len(right)
    for (choices, told), computed in zip(folds, right, strict=True):
        told = told.replace("&quot;", '"')
        if choices:
            assert told == computed and told in choices.replace("&quot;", '"').split(" | ")
        else:
            assert float(told) == pytest.approx(computed)


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
DOG, CAT, OLD = [1, 5], [4, 0], [0, 7]
A_OLD = [[F(1, 2), F(0)], [F(3, 10), F(1)]]
DOG_BY_A = composition.apply([*zip(*A_OLD, strict=True)], DOG)  # n A
VOTE, BIAS = F(9, 10), F(1, 10)
RIGHT = 0.7177  # the chance of the right class in the lecture's softmax
LEFT, KEEP_LEFT, OTHER, KEEP_OTHER, WRITE = 2, F(1, 2), 4, F(1, 4), -1  # a node with two children
KEEP, LET_IN = F(3, 4), F(1, 2)


def state(words):
    return [h := 0, *(h := x + F(h) / 2 for x in words)][-1]


def heights(actions, reduce=-1):
    return list(itertools.accumulate({"S": 1, "R": reduce}[x] for x in actions))


def minus(text, swapped=False):
    join = (lambda a, b: b - a) if swapped else (lambda a, b: a - b)
    return transitions.run(transitions.transitions(transitions.parse(text)), [8, 5, 2], join)


def program(text):
    return [x[0] for x in transitions.transitions(transitions.parse(text))]


def best_bag():
    """How many of good, bad, not good, not bad the best of many bags gets right."""
    few = range(-3, 4)
    return max(
        sum([b + good > 0, b + bad < 0, b + no + good < 0, b + no + bad > 0])
        for b, good, bad, no in itertools.product(few, repeat=4)
    )


def orders_of_one_sentence():
    """How many orders of four words a sum of sums, ((a b) (c d)), cannot tell apart."""
    a, b, c, d = 2, 3, 5, 7
    return sum(
        {frozenset(x[:2]), frozenset(x[2:])} == {frozenset((a, b)), frozenset((c, d))}
        for x in itertools.permutations((a, b, c, d))
    )


def no_weights(memories):
    """The memory of a Child-Sum node of one unit with all weights 0."""
    weights = {name: ([[0.0]], [[0.0]], [0.0]) for name in "ifou"}
    return F(lstm.child_sum_cell(weights, None, [([0.5], [float(c)]) for c in memories])[1][0])


def joins_of_25():
    """Of 25 toy sentences: all joins, the actions of the longest program, the height of the highest tree."""
    some = data.toy("train", 25)
    programs = [trees.transitions(tree) for tree in some]
    return [
        sum(actions.count("REDUCE") for actions in programs),
        max(map(len, programs)),
        max(tree.height() - 2 for tree in some),  # nltk counts the word and the node over it
    ]


# For each vote the options with a number or a tree, as the answer, right or wrong, comes about.
VOTES = {
    "1.1": {
        "A": tuple(composition.multiplicative(OLD, CAT)),
        "B": tuple(composition.additive(OLD, CAT)),
        "C": composition.dot(OLD, CAT),
        "D": tuple(composition.additive(OLD, CAT, F(1, 2), F(1, 2))),
    },
    "1.2": {
        "A": tuple(DOG_BY_A),
        "B": tuple(composition.apply(A_OLD, DOG)),
        "C": tuple(A_OLD[k][k] * DOG[k] for k in range(2)),
        "D": tuple(composition.additive(composition.apply(A_OLD, DOG), DOG)),
    },
    "1.3": {
        "A": max(0, round(math.log(0.5), 2)),
        "B": round(math.log(0.5), 2),
        "C": "1/2",
        "D": math.log2(0.5),
    },
    "2.1": {
        "A": bags.bow([0, 0], [[VOTE]], [BIAS])[0],
        "B": bags.bow([0], [[VOTE]], [BIAS])[0],
        "C": 2 * (VOTE + BIAS),
        "D": bags.bow([0, 0], [[VOTE]], [0])[0],
    },
    "2.2": {
        "A": math.log(1),
        "B": f"{math.log(5):.2f}",
        "C": 1 - 1 / 5,
        "D": 1 / 5,
    },
    "2.3": {
        "A": round(RIGHT - 1, 2),
        "B": round(-1 / RIGHT, 2),
        "C": round(RIGHT, 2),
        "D": round(1 - RIGHT, 2),
    },
    "2.5": {"B": best_bag()},
    "3.1": {"A": state([8, 4, 2]), "B": state([2, 4, 8]), "C": 8 + 4 + 2, "D": 2},
    "3.3": {
        "A": str(KEEP * 2 - LET_IN),
        "B": str(LET_IN * 2 - KEEP),
        "C": str((1 - KEEP) * 2 - LET_IN),
        "D": str(KEEP * 2 - (1 - KEEP)),
    },
    "4.1": {
        "A": str(LET_IN * WRITE + KEEP_LEFT * LEFT + KEEP_OTHER * OTHER),
        "B": str(LET_IN * WRITE + KEEP_OTHER * LEFT + KEEP_LEFT * OTHER),
        "C": str(LET_IN * WRITE + KEEP_LEFT * (LEFT + OTHER)),
        "D": str(WRITE + KEEP_LEFT * LEFT + KEEP_OTHER * OTHER),
    },
    "4.2": {"A": 1 + 3, "B": no_weights([1, 3]), "C": F(1 + 3, 2) / 2},
    "4.3": {"A": 1, "B": 3, "C": 3 * 3},
    "4.4": {"B": orders_of_one_sentence(), "C": math.factorial(4)},
    "5.1": {
        "A": program("(a (b c))"),
        "B": program("((a b) c)"),
        "C": program("(a (b c))")[:-1],
    },
    "5.2": {"A": minus("(8 (5 2))"), "B": minus("(8 (5 2))", swapped=True), "C": minus("((8 5) 2)")},
    "5.3": {"A": max(heights("SSRSSRR")), "B": "SSRSSRR".count("S"), "C": max(heights("SSRSSRR", -2))},
    "5.4": {
        "A": math.comb(5, 3),
        "B": sum(min(heights(x)) > 0 and heights(x)[-1] == 1 for x in itertools.product("SR", repeat=5)),
        "C": len(list(trees.binary_trees(list("abcd")))),
    },
    "5.5": dict(zip("ABC", joins_of_25(), strict=True)),
    "7.1": {
        "A": gates.hard_gates(1, 4),  # off by one
        "B": OPEN,
        "C": [int(i > 2) for i in range(4)],  # the limit left out
        "D": [int(i <= 2) for i in range(4)],  # the wrong side
    },
    "7.2": {
        "A": ALPHA[2],
        "B": (1 + D[2] - D[4]) / 2,  # t and i swapped
        "C": D[4] - D[2],  # the bare difference
        "D": gates.alphas(D, 4, form="code")[2],
    },
    "7.3": {
        "A": LAW[1],
        "B": ALPHA[1] * ALPHA[2] * ALPHA[3],  # passes 1 as well
        "C": 1 - ALPHA[1],  # forgets the way there
        "D": (1 - ALPHA[1]) * ALPHA[0],  # walks from 0
    },
    "7.4": {
        "A": LAW[2],  # density
        "B": ALPHA[2] * ALPHA[3],  # the product from i
        "C": 1 - ALPHA[3],  # the wrong tail
        "D": gates.expected_gates(ALPHA)[2],
    },
    "7.5": {
        "A": RAW[3] * OPEN[3],  # not divided
        "B": gates.gated_attention(RAW, OPEN)[3],
        "C": RAW[3] * OPEN[3] / sum(OPEN),  # divided by the gates
        "D": F(OPEN[3], sum(OPEN)),  # the raw attention forgotten
    },
    "7.7": {"B": gates.expected_gates(gates.alphas(D, 4, 0))},
    "9.1": {
        "A": SPLIT_TREE,
        "B": gates.split([0] * 5, WORDS),
        "C": split.split_between([float(x) for x in D[1:]], WORDS),  # scores as distances between words
    },
}


# Votes answered in words only, and the answers of all.
ANSWERS = {
    **{"1.1": "A", "1.2": "B", "1.3": "A", "1.4": "B"},
    **{"2.1": "A", "2.2": "B", "2.3": "A", "2.4": "B", "2.5": "B"},
    **{"3.1": "A", "3.2": "B", "3.3": "A", "3.4": "C"},
    **{"4.1": "A", "4.2": "B", "4.3": "C", "4.4": "B"},
    **{"5.1": "A", "5.2": "A", "5.3": "A", "5.4": "B", "5.5": "C"},
    **{"7.1": "B", "7.2": "A", "7.3": "A", "7.4": "D", "7.5": "B", "7.6": "C", "7.7": "B"},
    **{"9.1": "A", "9.2": "B"},
}


def vote(number):
    """The options and the answer's fold of one vote."""
    text = page("book/teach/votes.md").split(f"### Vote {number}:")[1].split("</details>")[0]
    question, fold = text.split("<details>")
    return dict(re.findall(r"(?m)^- ([A-D]): (.*)$", question)), fold


def shown(value):
    """An option as the page prints it: words, a tree, a program, a row of gates, a vector, or a number."""
    if isinstance(value, str):
        return value
    if isinstance(value, tuple):
        return "(" + ", ".join(map(decimal, value)) + ")"
    if value and isinstance(value, list) and isinstance(value[-1], list):
        return f"`{bracketed(value)}`"
    if isinstance(value, list) and isinstance(value[0], str):
        return "`" + " ".join(value) + "`"
    if isinstance(value, list):
        separator = " " if set(value) <= {0, 1} else ", "
        return separator.join(map(str, value))
    return decimal(value)


@pytest.mark.parametrize("number", VOTES)
def test_vote_options_are_what_the_misconceptions_give(number):
    options, _ = vote(number)
    assert {letter: shown(value) for letter, value in VOTES[number].items()} == {
        letter: text for letter, text in options.items() if letter in VOTES[number]
    }


@pytest.mark.parametrize("number", ANSWERS)
def test_vote_has_one_answer_and_a_word_for_each_other_option(number):
    options, fold = vote(number)
    assert f"**{ANSWERS[number]}.**" in fold and fold.count("**") == 2
    assert len(set(options.values())) == len(options)
    assert {*options} - {ANSWERS[number]} == {*re.findall(r"\*([A-D])\*", fold)}


def test_every_vote_that_is_recomputed_stands_on_the_page():
    asked = re.findall(r"(?m)^### Vote (\d+\.\d):", page("book/teach/votes.md"))
    assert len(asked) == len({*asked}) and {*asked} >= {*ANSWERS}


def test_votes_answered_in_words():
    assert decimal(sum(r * o for r, o in zip(RAW, OPEN, strict=True)) / sum(OPEN)) == ".25"
    assert "sum to .25" in vote("7.5")[1]
    mean = gates.expected_attention(RAW, ALPHA)[3]
    soft = gates.gated_attention(RAW, gates.expected_gates(ALPHA))[3]
    assert f"{decimal(mean)} in one and {decimal(soft)} in the other" in vote("7.6")[1]
    assert gates.split([1] * 4, list("abcd")) == ["a", ["b", ["c", "d"]]]
    assert 15 - 4 == 11 and "eleven" in vote("3.4")[1]


# The tables of tasks


def test_tables_of_tasks_are_made_from_the_sheets():
    spec = importlib.util.spec_from_file_location("tasks", ROOT / "book" / "teach" / "tasks.py")
    tasks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tasks)
    text = page("book/teach/index.md")
    assert tasks.page(text) == text, "run: python book/teach/tasks.py"
    with pytest.raises(ValueError, match="once each"):
        tasks.page(text.replace(tasks.END, ""))


# What the pages say is here


def test_landing_page_names_the_chapters_that_exist_and_no_others():
    chapters = {path.relative_to(ROOT / "book").as_posix() for path in ROOT.glob("book/part*/*.ipynb")}
    assert set(re.findall(r"\]\((part[^)]+)\)", page("book/index.md"))) == chapters


def test_page_of_the_library_has_every_module_a_reader_may_import():
    folders = ("composition", "evaluation", "induction", "latent", "loops", "training")
    found = ["prpn_edu.losses", "prpn_edu.trees", "prpn_book.rounding", "prpn_edu.data.vectors"]
    for folder in folders:
        places = [str(ROOT / "prpn_edu" / folder)]
        found += [module.name for module in pkgutil.iter_modules(places, f"prpn_edu.{folder}.")]
    shown = "".join(path.read_text("utf-8") for path in ROOT.glob("book/appendix/api/*.md"))
    assert [name for name in found if f" {name}" not in shown] == []


def test_library_has_a_page_for_each_package():
    pages = {path.stem for path in ROOT.glob("book/appendix/api/*.md")} - {"index"}
    packages = {path.parent.name for path in ROOT.glob("prpn_edu/*/__init__.py")}
    assert packages <= pages
    assert set(re.findall(r"\]\((\w+)\.md\)", page("book/appendix/api/index.md"))) == pages
