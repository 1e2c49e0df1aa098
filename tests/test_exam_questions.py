"""The exam questions: three a chapter, each with points and an answer; the answers by hand are computed."""

import re
from fractions import Fraction
from pathlib import Path

import pytest
import torch

from prpn_course.tasks import find

ROOT = Path(__file__).parents[1]
QUESTION = re.compile(
    r"^\*\*(?P<id>\d+\.\d)\*\* \((?P<points>\d) points, (?P<kind>[a-z ]+)\) .+? \*Answer:\* (?P<answer>.+)$",
    re.MULTILINE,
)
PAGE = (ROOT / "solutions/exam-questions.md").read_text("utf-8")
FOUND = {match["id"]: match for match in QUESTION.finditer(PAGE)}


def right(task):
    """The right answer to a task, on plain numbers."""
    return lambda *case: torch.as_tensor(
        find(task)[1].reference(*(torch.tensor(one) if isinstance(one, list) else one for one in case))
    )


def told(numbers):
    """Numbers as an answer has them, whole or as fractions with small denominators."""
    return ", ".join(
        str(Fraction(float(one)).limit_denominator(999)) for one in torch.as_tensor(numbers).flatten()
    )


def pairs(brackets):
    return ", ".join(f"({start}, {end})" for start, end in torch.as_tensor(brackets).tolist())


def tree(brackets):
    """The binary tree of some brackets over the words a, b, c, as text."""
    brackets = {tuple(pair) for pair in torch.as_tensor(brackets).tolist()}

    def over(start, end):
        if end - start == 1:
            return "abcdefgh"[start]
        parts = (((start, cut), (cut, end)) for cut in range(start + 1, end))
        left, right = next(both for both in parts if all(b - a == 1 or (a, b) in brackets for a, b in both))
        return f"({over(*left)} {over(*right)})"

    return over(0, max(end for _, end in brackets))


LEFT, BALANCED = [[0, 3, 4], [0, 2, 3], [0, 1, 2]], [[0, 2, 4], [0, 1, 2], [2, 3, 4]]
GRAMMAR = [[[1 / 3]]], [[2 / 3]]
F1 = [30, 34, 38, 50, 28]
ALPHA = [0.0, 0.5, 0.5, 0.5]
COMPUTED = {
    "1.1": lambda: (
        f"({told(right('1.2')([[1.0, 0.0], [2.0, 1.0]], [[3.0, 1.0]]))})",
        *(f"({told(row)})" for row in right("1.1")([1.0, 2.0], [3.0, 1.0])),
    ),
    "2.1": lambda: (f"= {right('2.2')([0, 0, 2], [[1.0], [0.0], [-2.0]], [0.5]).item()}",),
    "3.1": lambda: (told(right("3.6")([[1.0], [0.5], [0.25]])).replace(", ", "; "),),
    "4.1": lambda: (
        f"= {told(right('4.4')([[1.0], [1.0]], [[3.0], [5.0]], [[0.0]] * 3, [0.0] * 3, [[0.0]], [0.0])[1])}",
    ),
    "5.1": lambda: (pairs(right("5.3")([0, 0, 1, 0, 0, 1, 1])), tree(right("5.3")([0, 0, 1, 0, 0, 1, 1]))),
    "6.1": lambda: (f"= {told(right('6.1')(torch.tensor([[0.5, 0.25, 0.25, 0.125]]).log(), [[True] * 4]))}",),
    "6.3": lambda: tuple(["No", "they do"][int(one)] for one in right("6.5")([[0, 0, 0, 1], [0, 0, 0, 2]])),
    "7.1": lambda: (
        told(right("7.3")(ALPHA)),
        told(right("7.4")([[0.0] * 5] * 4 + [[*ALPHA, 0.0]])[4, :4]),
    ),
    "7.3": lambda: (
        told(right("7.5")([[1 / 3] * 3], [[0.0, 0.5, 1.0]], [[True] * 3])),
        told(torch.tensor([0.0, 0.5, 1.0]) / 3 / 1.5),
    ),
    "8.1": lambda: (
        told(right("8.2")([[1.0], [2.0], [-1.0]], [[[-1.0], [0.0], [2.0]]], [0.0], [1.0], 0.0).logit()),
    ),
    "9.1": lambda: (tree(right("9.1")([2.0, 4.0, 1.0, 3.0])), tree(right("9.2")([4.0, 1.0, 3.0]))),
    "10.1": lambda: (told(right("10.2")(((1, 3), (0, 3)), ((0, 2), (0, 3)))),),
    "11.1": lambda: (f"{sum(F1) // 5}; by {max(F1) - sum(F1) // 5}",),
    "12.1": lambda: (told(right("12.2")([5.0, 2.0, 1.0, 1.0])[3, :3]),),
    "13.1": lambda: (
        told(right("13.2")(right("13.1")([0], [0.75, 0.25], [1.0], [[[0.2]], [[0.6]]]), [[0], [1]], 2)),
        told(right("13.1")([0], [0.75, 0.25], [1.0], [[[0.2]], [[0.6]]])[0]),
    ),
    "14.1": lambda: tuple(told(right("14.1")([1.0, 2.0, 1.0], nodes)) for nodes in (BALANCED, LEFT)),
    "14.3": lambda: tuple(told(right("14.1")([1.0, 1.0, 1.0], nodes)) for nodes in (BALANCED, LEFT)),
    "15.1": lambda: (told(right("15.2")([0, 0, 0], *GRAMMAR)[0, 3, 0]),),
    "16.1": lambda: (pairs(right("16.4")([0, 1, 0, 2])),),
    "17.1": lambda: (
        told([votes()[0, 2], votes()[1, 3], votes()[0, 3]]),
        tree(right("17.3")(votes())),
    ),
}


def votes():
    """Of the three trees of question 17.1."""
    return right("17.4")([[[0, 3], [0, 2]], [[0, 3], [0, 2]], [[0, 3], [1, 3]]])


def test_three_a_chapter_with_points_and_an_answer():
    chapters = re.findall(r"^## (\d+) ", PAGE, re.MULTILINE)
    assert list(FOUND) == [f"{chapter}.{k}" for chapter in chapters for k in (1, 2, 3)]
    assert [match["kind"] for match in FOUND.values()] == ["by hand", "why", "what if"] * len(chapters)
    for match in FOUND.values():
        parts = [int(one) for one in re.findall(r" \((\d)\)", match["answer"])]
        assert not parts or sum(parts) == int(match["points"]), match["id"]
    assert {name for name, match in FOUND.items() if match["kind"] == "by hand"} <= COMPUTED.keys()


@pytest.mark.parametrize("name", COMPUTED)
def test_what_is_done_by_hand_comes_out(name):
    for answer in COMPUTED[name]():
        assert re.search(rf"(?<![\w/.-]){re.escape(answer)}(?![\w/])", FOUND[name]["answer"]), answer
