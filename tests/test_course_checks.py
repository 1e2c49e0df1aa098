"""The checks: misconceptions are caught and named, right answers pass, and no answer breaks a check."""

import contextlib
import dataclasses
import functools
import importlib
import json
import re
import sys
import warnings
from array import array
from collections import deque
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from unittest import mock

import numpy as np
import pytest
import right_answers
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from prpn_class.grading.verdict import judged
from prpn_class.sandbox import protocol
from prpn_course import NotYet, check
from prpn_course.checking import judge, outcomes
from prpn_course.checking.judge import examine, read_headline
from prpn_course.task import DIFFICULTIES
from prpn_course.tasks import SHEETS, find, find_sheet

ROOT = Path(__file__).parents[1]
TASKS = [(sheet, task) for sheet in SHEETS for task in sheet.tasks]
RIGHT = [
    (sheet, task, answer) for sheet, task in TASKS for answer in (task.reference, *right_answers.of(task))
]
TASK_IDS = [task.id for _, task in TASKS]
CHAPTERS = sorted(ROOT.glob("book/part*/*.ipynb"))

seeds = st.integers(min_value=0, max_value=2**31 - 1)
few = settings(max_examples=2, deadline=None)


@contextlib.contextmanager
def drawn_once(task, seed):
    """The task with the cases of one seed, on which no function is run twice: a check tries them all."""
    cases, seen = task.cases(seed), {}

    def remembered(function, case):
        if (function, id(case)) not in seen:
            seen[function, id(case)] = outcomes.run(function, case)
        return seen[function, id(case)]

    with mock.patch.object(judge, "run", remembered):
        yield dataclasses.replace(task, cases=lambda seed: cases)


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
@few
@given(seed=seeds)
def test_every_misconception_is_caught_and_named(sheet, task, seed):
    with drawn_once(task, seed) as drawn:
        for mistake in task.misconceptions:
            report = examine(drawn, mistake.wrong, sheet, seed)
            assert report.earned < task.points and (task.parts or not report.earned), mistake.name
            assert report.misconception is mistake, f"{mistake.name}\n{report}"
            assert all(words in str(report) for words in (mistake.name, mistake.hint, task.section))


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
@few
@given(seed=seeds)
def test_every_right_answer_passes(sheet, task, seed):
    with drawn_once(task, seed) as drawn:
        for answer in (task.reference, *right_answers.of(task)):
            report = examine(drawn, answer, sheet, seed)
            assert report.earned == task.points, f"{answer.__name__}\n{report}"


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
def test_a_task_has_its_anatomy(sheet, task):
    assert len(task.misconceptions) >= 5 and len(right_answers.of(task)) >= 3
    assert len({m.name for m in task.misconceptions}) == len(task.misconceptions)
    assert len({m.hint for m in task.misconceptions}) == len(task.misconceptions)
    assert task.points > 0 and task.minutes > 0 and task.difficulty in DIFFICULTIES
    assert all(len(case) == len(task.arguments) for case in task.cases(0))
    for seed in range(3 if task.parts else 0):
        by_cases = [part.cases for part in task.parts if not part.entries]
        assert not by_cases or sum(by_cases) == len(task.cases(seed))
        assert sum(part.points for part in task.parts) == task.points
    assert find(task.id) == (sheet, task) and find_sheet(sheet.stem) is sheet


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
def test_the_section_to_reread_is_in_the_chapter(sheet, task):
    (page,) = (path for path in CHAPTERS if path.stem == (task.page or sheet.stem))
    cells = json.loads(page.read_text("utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    assert all(f"\n## {section}\n" in f"\n{text}\n" for section in (task.section, task.after))


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
def test_the_cases_depend_on_the_seed_alone(sheet, task):
    torch.manual_seed(1)
    first = task.cases(3)
    torch.rand(5)
    second = task.cases(3)
    assert str(first) == str(second) != str(task.cases(4))


def test_only_the_sheet_that_is_asked_for_is_imported(monkeypatch):
    asked, importer = [], importlib.import_module
    monkeypatch.setattr(importlib, "import_module", lambda name: asked.append(name) or importer(name))
    sheet, task = find("2.1")
    assert (sheet.stem, task.id, asked) == ("02-bags-of-words", "2.1", ["prpn_course.tasks.bags_02"])


GATES = find("7.4")
STICK = find("7.3")


def report(answer, found=GATES):
    return str(examine(found[1], answer, found[0]))


def report_through_the_sandbox(answer, found=GATES):
    """The words of the grader: outcomes go through the protocol, and are judged on its other side."""
    asked = judge.Judge(found[1], found[0])
    if not callable(answer):
        return str(asked.no_function(type(answer).__name__))
    packed = [protocol.pack(outcomes.run(answer, case)) for case in asked.cases]
    return str(
        judged(asked, protocol.unpack_reply(protocol.pack_reply(protocol.Reply(0, outcomes=packed))), 30)
    )


def right(alpha):
    return GATES[1].reference(alpha)


class NoWords(BaseException):
    def __str__(self):
        return 1 / 0


def throw(error):
    raise error


def itself():
    """A list that holds itself."""
    found = []
    found.append(found)
    return found


def test_full_marks_are_one_line(capsys):
    check("7.4", right)
    assert capsys.readouterr().out == "7.4 Expected gates: 2 of 2 points.\n"


def test_a_report_shows_what_was_expected_and_what_came():
    text = report(lambda alpha: alpha, STICK)
    assert "alpha = [0.4000, 0.4500, 0.6000, 0.5500]" in text
    assert "expected [0.1485, 0.1815, 0.2200, 0.4500]" in text
    assert "came     [0.4000, 0.4500, 0.6000, 0.5500]" in text
    assert "first difference at [k=0]" in text
    assert 'Reread: Chapter 7, "Breaking a stick".' in text


def test_a_report_is_the_same_every_time():
    assert report(lambda alpha: alpha * 0.3) == report(lambda alpha: alpha * 0.3)


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (lambda a: None, "no return"),
        (lambda a: "gates", "not str"),
        (lambda a: iter(a), "wrong type"),
        (lambda a: [1, [2]], "different lengths"),
        (lambda a: right(a).to(torch.complex64), "complex"),
        (lambda a: right(a) * float("nan"), "nan"),
        (lambda a: right(a) / 0, "nan"),
        (lambda a: right(a).reshape(-1), "another shape"),
        (lambda a: right(a)[0], "the contract says (3, 3)"),
        (lambda a: torch.zeros(0), "a tensor of shape (0,)"),
        (lambda a: 3, "the shape is ()"),
        (lambda a: right(a).long(), "whole numbers"),
        (lambda a: right(a).T, "gives the rows as columns"),
        (lambda a: right(a) * 2, "too large by one factor, 2.0000"),
        (lambda a: right(a).add_(a.zero_()), "changes its argument alpha in place"),
        (lambda a: a[99], "IndexError"),
        (lambda a: {}["key"], "own words above"),
        (lambda a: a @ torch.zeros(77), "RuntimeError"),
        (lambda a: nowhere, "NameError"),  # noqa: F821
        (lambda a: 1 / 0, "ZeroDivisionError"),
        (lambda a, b: a, "keep these arguments"),
        (lambda a: exit(), "ends the whole program"),
        (lambda a: throw(KeyboardInterrupt()), "Look for a loop without an end"),
        (lambda a: throw(GeneratorExit("mine")), "came     GeneratorExit: mine"),
        (lambda a: throw(NoWords()), "came     NoWords\n"),
        (lambda a: throw(type("", (Exception,), {})()), "own words above"),
        (lambda a: torch.nested.nested_tensor([a[0], a[0, 1:]]), "different lengths"),
        (lambda a: right(a).to("meta"), "came     a tensor on the device meta"),
        (lambda a: torch.ones(1).expand(10**12), "came     a tensor of shape (1000000000000,)"),
        (lambda a: torch.quantize_per_tensor(right(a), 0.3, 0, torch.qint8), "came     [["),
        (lambda a: 10**30, "came     1.0000e+30"),
        (lambda a: 10**400, "type int that cannot be read: OverflowError"),
        (lambda a: itself(), "type list that cannot be read: RecursionError"),
        (lambda a: np.array(["2026"], "datetime64[D]"), "an array of the type datetime64[D]"),
        (lambda a: np.array(["one"], object), "an object of type str"),
        (lambda a: {1, 2}, "an object of type set"),
        (lambda a: range(10**12), "a range of shape (1000000000000,)"),
        (lambda a: list(range(len(a) / 2)), "must be a whole number"),
        (lambda a: list(range(1, 2, 3, 4)), "range expected at most 3 arguments, got 4\n    in the line"),
        (lambda a: a[torch.tensor([0.0])], "must be a whole number"),
        (lambda a: a @ torch.arange(len(a)), "Numbers of a wrong type, or of two"),
        (lambda a: a @ a.double(), "Numbers of a wrong type, or of two"),
        (lambda a: torch.arange(len(a)).softmax(0), "Numbers of a wrong type, or of two"),
        (lambda a: a[0, 0, 0], "another number of axes"),
        (lambda a: a.masked_fill(a, 0), "A mask is due"),
        (lambda a: a[torch.tensor([True])], "Two shapes do not fit"),
        (lambda a: torch.full_like(a, 0.123), "by hand"),
        ("expected_gates", "Expected the function expected_gates, came: str"),
        (torch.eye(3), "came: Tensor"),
    ],
)
def test_each_kind_of_trouble_is_explained(answer, words):
    text = report(answer)
    assert text == report_through_the_sandbox(answer)
    earned = 1 if words.startswith("changes its argument") else 0
    assert text.startswith(f"7.4 Expected gates: {earned} of 2 points.\n")
    assert words in text
    assert text.endswith('Reread: Chapter 7, "The expected gate is a running product".')


def test_who_stops_a_check_stops_all_its_cases():
    asked = []
    assert "0 of 2" in report(lambda a: asked.append(1) or throw(KeyboardInterrupt())) and len(asked) == 1


def test_a_call_inside_the_answer_is_not_the_call_of_the_check():
    def expected_gates(alpha):
        return expected_gates()

    text = report(expected_gates)
    assert "keep these arguments" not in text and "in the line: return expected_gates()" in text


def test_the_line_that_raised_is_shown():
    def answer(alpha):
        shifted = alpha[:, 1:] + alpha
        return shifted

    assert "in the line: shifted = alpha[:, 1:] + alpha" in report(answer)


def test_what_the_answer_prints_is_swallowed_or_shown(capsys):
    def answer(alpha):
        print("here", len(alpha))
        warnings.warn("beware", stacklevel=1)
        return right(alpha) if len(alpha) < 5 else alpha

    check("7.4", answer)
    out = capsys.readouterr()
    assert "your function printed:\n    here 5" in out.out
    assert out.err == ""
    check("7.4", lambda alpha: print("loud") or right(alpha))
    assert capsys.readouterr().out == "7.4 Expected gates: 2 of 2 points.\n"


def test_inputs_cannot_be_spoilt_for_the_next_case():
    def answer(alpha):
        result = right(alpha)
        alpha.zero_()
        return result

    assert "changes its argument" in report(answer)
    assert examine(GATES[1], right, GATES[0]).earned == 2


def test_neither_the_kind_of_number_nor_the_container_matters():
    def as_fractions(alpha):
        p, rest = [Fraction(0)] * len(alpha), Fraction(1)
        for k in range(len(alpha) - 1, 0, -1):
            p[k], rest = (1 - Fraction(alpha[k].item())) * rest, rest * Fraction(alpha[k].item())
        return (rest, *p[1:])

    sheet, task = STICK
    reference = task.reference
    for answer in (
        as_fractions,
        lambda a: list(reference(a)),
        lambda a: reference(a).double().numpy(),
        lambda a: [np.float32(x) for x in reference(a)],
        lambda a: deque(reference(a)),
        lambda a: dict(enumerate(reference(a))).values(),
        lambda a: [Decimal(x.item()) for x in reference(a)],
        lambda a: array("d", reference(a)),
        lambda a: np.array([Fraction(x.item()) for x in reference(a)]),
        lambda a: reference(a).requires_grad_(),
        lambda a: torch.nn.Parameter(reference(a)),
        lambda a: reference(a).to_sparse(),
        lambda a: [part.to_sparse() for part in reference(a)],
        lambda a: reference(a).to_mkldnn(),
        lambda a: reference(a).numpy().astype(">f8"),
        lambda a: reference(a).numpy().astype(np.longdouble),
        lambda a: sys.stdout.close() or reference(a),
    ):
        assert examine(task, answer, sheet).earned == 2
        assert "2 of 2 points" in report_through_the_sandbox(answer, STICK)


HIGHER = find("7.6")


@pytest.mark.parametrize(("sheet", "task"), TASKS, ids=TASK_IDS)
@few
@given(seed=seeds)
def test_an_answer_of_zeros_is_never_said_to_be_off_by_a_factor(sheet, task, seed):
    def zeros(*case):
        right = outcomes.run(task.reference, case)
        return torch.zeros_like(right.tensor, dtype=right.dtype)

    found = examine(task, zeros, sheet, seed)
    assert found.earned == 0 and "factor" not in str(found)
    assert found.misconception or "is 0 in this case" in str(found)


@pytest.mark.parametrize(
    "store",
    [
        list,
        tuple,
        np.array,
        torch.tensor,
        lambda limits: [np.int64(x) for x in limits],
        lambda limits: list(torch.tensor(limits)),
        deque,
        lambda limits: np.array(limits, dtype=object),
        lambda limits: torch.tensor(limits, dtype=torch.int16),
        *(functools.partial(np.array, dtype=kind) for kind in ("uint16", "uint32", "uint64", ">i4")),
    ],
)
@few
@given(seed=seeds)
def test_positions_may_come_in_any_container_of_integers(store, seed):
    sheet, task = HIGHER
    assert examine(task, lambda d: store(task.reference(d).tolist()), sheet, seed).earned == task.points


@pytest.mark.parametrize(
    "store",
    [
        lambda limits: limits.float(),
        lambda limits: limits.double().numpy(),
        lambda limits: limits.double().tolist(),
        lambda limits: [float(limits[0]), *limits[1:].tolist()],
    ],
)
def test_positions_that_are_floats_are_told_to_be_integers(store):
    text = report(lambda d: store(HIGHER[1].reference(d)), HIGHER)
    paid = "Points: the numbers are right; 1 less for floats."
    opening = "The numbers are right in all 10 cases. In all of them they are floats. The smallest of these:"
    assert text.startswith(f"7.6 The nearest higher score: 1 of 2 points.\n{paid}\n{opening}\n")
    assert "  expected [0, 0, 1, 2]\n  came     [0, 0, 1, 2]  (floats)\n" in text
    assert "the right numbers, but as floats; the contract asks for integers" in text


def test_an_argument_that_is_changed_is_told_beside_the_numbers_that_are_right():
    """They are right: neither "right in 1 of 7 cases" nor more digits than elsewhere would say so."""

    def answer(alpha):
        result = right(alpha)
        alpha += 1 if len(alpha) > 1 else 0
        return result

    text = report(answer)
    paid = (
        "Points: 1 of 1 for chances between 0 and 1, 1 of 1 for exact zeros and ones; "
        "1 less for an argument that is changed in place."
    )
    opening = "The numbers are right in all 7 cases. In 6 of them the function changed its argument alpha."
    assert text.split("\n")[1:3] == [paid, f"{opening} The smallest of these:"]
    (expected,) = re.findall(r"(?s)  expected (.*?)\n  came", text)
    (came,) = re.findall(r"(?s)  came     (.*?)\nLikely", text)
    assert came == f"{expected}  (changed: alpha)" and not re.search(r"\.\d{5}", text)


@pytest.mark.parametrize("mistake", HIGHER[1].misconceptions, ids=lambda mistake: mistake.name)
def test_a_mistake_in_floats_is_named_before_the_floats_are(mistake):
    sheet, task = HIGHER
    found = examine(task, lambda d: [float(x) for x in mistake.wrong(d)], sheet)
    assert found.misconception is mistake
    (expected,) = (line[11:] for line in str(found).splitlines() if line.startswith("  expected "))
    (came,) = (line[11:] for line in str(found).splitlines() if line.startswith("  came     "))
    assert came.endswith("  (floats)") and came.removesuffix("  (floats)") != expected


def test_the_check_leaves_the_notebooks_random_numbers_alone():
    torch.manual_seed(5)
    expected = torch.rand(3)
    torch.manual_seed(5)
    examine(GATES[1], lambda alpha: torch.rand(9), GATES[0])
    assert torch.equal(torch.rand(3), expected)


def test_another_default_type_is_no_trouble():
    torch.set_default_dtype(torch.float64)
    try:
        for sheet, task, answer in RIGHT:
            report = examine(task, answer, sheet)
            assert report.earned == task.points, str(report)
    finally:
        torch.set_default_dtype(torch.float32)


def test_two_mistakes_at_once_are_said_to_be_two():
    def answer(alpha):
        first_mistake = GATES[1].misconceptions[0].wrong
        return first_mistake(alpha) if len(alpha) > 1 else alpha + 1

    text = report(answer)
    assert GATES[1].misconceptions[0].name in text
    assert "That explains 6 of 7 wrong cases." in text


def test_a_stub_is_an_invitation(capsys):
    def stub(alpha):
        raise NotYet("7.4")

    check("7.4", stub)
    text = capsys.readouterr().out
    assert text.startswith("7.4 Expected gates: still open, 2 points.\nWrite your lines in place of ")
    assert read_headline(text, "7.4") is None


def test_an_unknown_task_names_the_known_ones():
    with pytest.raises(KeyError, match=r"'9\.9'.*7\.1, 7\.2"):
        check("9.9", right)


def test_a_headline_is_read_back():
    good, bad = str(examine(GATES[1], right)), report(lambda a: a)
    assert read_headline(f"noise\n{good}\n", "7.4") == 2
    assert read_headline(bad, "7.4") == 0
    assert read_headline(good, "7.3") is None and read_headline("", "7.4") is None
