"""Points for parts: what a part earns, what the notebook and the module must say, where the points show."""

import csv
import io
import re
from types import SimpleNamespace

import pytest
import torch

from prpn_class.grading import pages, reports
from prpn_class.grading.result import Student, TaskMark
from prpn_course import builder
from prpn_course.authoring import facts
from prpn_course.builder import build_sheet, task
from prpn_course.checking.judge import examine, read_headline
from prpn_course.task import NotebookError
from prpn_course.tasks import SHEETS, find

WORTH = {"positive numbers": 2, "negative ones": 1, "nothing": 1}
FACTS = {"id": "98.1", "title": "Size", "points": 4, "minutes": 5, "difficulty": "easy"}
FACTS |= {"function": "size", "signature": "(x)", "given": "", "code": "def size(x):\n    return x.abs()"}


def built(monkeypatch, worth=WORTH, parts=("negative ones", "nothing"), tolerance=0):
    monkeypatch.setattr(builder, "read_facts", lambda: {"98-sizes": [FACTS | {"worth": worth}]})
    one = task("98.1", section="Sizes", axes="t", tolerance=tolerance)
    one.cases(lambda draw: iter([torch.tensor([1, 2]), draw.whole(1, 9, 3)]))
    for name, number in zip(parts, (-3, 0, 5), strict=False):
        one.part(name)(lambda draw, number=number: iter([torch.tensor([number])]))
    one.wrong("keeps the sign", "x.abs()", "x.clone()", "A size is never negative.")
    return build_sheet("98-sizes", [SimpleNamespace(size=one)], answers=()).tasks[0]


@pytest.mark.parametrize(
    ("answer", "earned", "told"),
    [
        (torch.abs, 4, ""),
        (lambda x: x, 3, "2 of 2 for positive numbers, 0 of 1 for negative ones, 1 of 1 for nothing"),
        (lambda x: x.abs().clamp(min=1), 3, "1 of 1 for negative ones, 0 of 1 for nothing"),
        (lambda x: x * 0, 0, "0 of 2 for positive numbers, 0 of 1 for negative ones, 0 of 1 for nothing"),
        (lambda x: x.abs().float(), 3, "1 of 1 for negative ones, 1 of 1 for nothing; 1 less for floats."),
        (lambda x: x.abs() if x[0] > 0 else x.abs().float(), 3, "1 of 1 for nothing; 1 less for floats."),
        (lambda x: x.float(), 2, "0 of 1 for negative ones, 1 of 1 for nothing; 1 less for floats."),
        (
            lambda x: x.add_(1).sub(1).abs(),
            3,
            "1 of 1 for nothing; 1 less for an argument that is changed in place.",
        ),
    ],
)
def test_a_part_is_paid_when_all_its_cases_are_right_and_none_without_the_first(
    monkeypatch, answer, earned, told
):
    report = examine(built(monkeypatch), answer)
    assert report.earned == earned == read_headline(str(report), "98.1")
    assert told in str(report) and ("Points: " in str(report)) == bool(told)


def changing_in_place(raw, p):
    total = torch.zeros_like(raw)
    for k in range(len(p)):
        raw[:k] = 0
        total = total + p[k] * raw / raw.sum()
    return total


@pytest.mark.parametrize(
    ("task_id", "answer", "earned"),
    [
        ("7.5", lambda raw, g, m: (left := raw * g * m) / (left.sum(1, keepdim=True) + 1e-8), 3),
        ("7.5", lambda raw, g, m: (left := raw * g) / (left.sum(1, keepdim=True) + 1e-8), 2),
        ("7.6", lambda d: find("7.6")[1].reference(d).float(), 1),
        ("7.6", lambda d: find("7.6")[1].reference(d).float() + 1, 0),
        ("7.7", changing_in_place, 2),
    ],
    ids=["a small number", "no mask", "floats", "wrong floats", "in place"],
)
def test_one_slip_does_not_cost_what_is_right(task_id, answer, earned):
    """The usual 1e-8, one mask forgotten, right numbers in another store or left in an argument."""
    sheet, one = find(task_id)
    assert {examine(one, answer, sheet, seed).earned for seed in range(3)} == {earned}


def test_a_mistake_at_an_edge_is_still_named(monkeypatch):
    one = built(monkeypatch)
    report = examine(one, lambda x: x + 0)
    assert report.misconception is one.misconceptions[0] and "Right in 3 of 4 cases." in str(report)


def test_parts_draw_on_where_the_cases_ended():
    gates, whole = find("7.5")[1], []
    for part in gates.parts:
        whole += [part.name] * part.cases
    assert whole == ["one sentence"] * 2 + ["padded batches"] * 3 + ["a row without open gates"] * 2
    assert not torch.equal(gates.cases(3)[1][0], gates.cases(4)[1][0])


def test_parts_have_as_many_cases_under_every_seed():
    for one in (one for sheet in SHEETS for one in sheet.tasks if one.parts and one.parts[0].cases):
        assert {len(one.cases(seed)) for seed in range(20)} == {sum(part.cases for part in one.parts)}, one.id


def test_no_point_is_paid_to_a_table_of_answers():
    """Each task, and the first of its parts, without which none is paid, has a case that the seed draws."""
    for one in (one for sheet in SHEETS for one in sheet.tasks):
        first = one.parts[0].cases or None if one.parts else None
        drawn = {repr(one.cases(seed)[:first]) for seed in (1, 2)}
        assert len(drawn) == 2, one.id


ROWS = FACTS | {"points": 3, "worth": {"the sum": 1, "the largest": 2}, "function": "two"}
ROWS |= {"code": "def two(x):\n    return torch.stack([x.sum(), x.max()])"}


def by_entries(monkeypatch, names=("the sum", "the largest")):
    monkeypatch.setattr(builder, "read_facts", lambda: {"98-sizes": [ROWS]})
    one = task("98.1", section="Sizes", axes="which", tolerance=0)
    one.cases(lambda draw: iter([torch.tensor([1, 2]), draw.whole(1, 9, 3)]))
    for place, name in enumerate(names):
        one.entries(name, place)
    one.wrong("gives the least", ".max()", ".min()", "The largest is asked for.")
    return build_sheet("98-sizes", [SimpleNamespace(two=one)], answers=()).tasks[0]


@pytest.mark.parametrize(
    ("answer", "earned"),
    [
        (lambda x: [x.sum(), x.max()], 3),
        (lambda x: [x.sum(), x.min()], 1),
        (lambda x: [x.max(), x.max()], 2),
        (lambda x: [x.sum(), x.max() + (len(x) == 3)], 1),
        (lambda x: [float(x.sum()), float(x.max())], 2),
        (lambda x: [x.sum()], 0),
        (lambda x: None, 0),
        (lambda x: [x.add_(1).sum() - len(x), x.max() - 1], 2),
    ],
)
def test_a_part_of_entries_is_paid_when_they_are_right_in_all_cases(monkeypatch, answer, earned):
    report = examine(by_entries(monkeypatch), answer)
    paid = "1 of 1 for the sum" in str(report)
    assert report.earned == earned and paid == (earned == 1 or "; 1 less for" in str(report))


def test_parts_of_entries_that_contradict_the_notebook_are_told(monkeypatch):
    with pytest.raises(NotebookError, match=r"task 98\.1: the notebook's line of points has the parts"):
        by_entries(monkeypatch, ("the largest", "the sum"))


@pytest.mark.parametrize(
    ("worth", "parts"),
    [({}, ("nothing",)), (WORTH, ()), (WORTH, ("nothing", "negative ones")), (WORTH, ("negative ones",))],
)
def test_parts_that_contradict_the_notebook_are_told(monkeypatch, worth, parts):
    with pytest.raises(NotebookError, match=r"task 98\.1: the notebook's line of points has the parts"):
        built(monkeypatch, worth, parts)


@pytest.mark.parametrize("stem", ["7.4", "7.5", "12.5", "12.6", "7.1"])
def test_the_line_of_a_notebook_reads_as_it_is_written(stem):
    one = find(stem)[1]
    found = facts.FACTS.fullmatch(one.facts)
    assert facts._worth(found["parts"] or "", one.points, "cell") == one.worth
    assert (int(found["points"]), int(found["minutes"])) == (one.points, one.minutes)


@pytest.mark.parametrize(
    "parts",
    ["2 for a row", "2 for a row, 2 for a row", "2 for a row, 3 for two", "2 for one; 2", "2 a, 2 b"],
)
def test_a_line_that_does_not_add_up_is_told_with_its_cure(parts):
    with pytest.raises(ValueError, match=r"cell c-1: its third line must split .* and 4 in all"):
        facts._worth(parts, 4, "c-1")


def test_a_part_of_the_points_shows_in_every_report():
    gates = find("7.5")[1]
    report = examine(gates, gates.misconceptions[10].wrong)
    assert report.earned == 2 and "divides 0 by 0" in str(report)
    student = Student("Ada", {"7.5": TaskMark("7.5", 2, str(report), report.misconception.name)})
    (row,) = csv.DictReader(io.StringIO(reports.grades([student], [gates])))
    assert (row["7.5"], row["total"], row["of"]) == ("2", "2", "3")
    page = pages.feedback(student, [gates])
    assert "2 of 3" in page and "0 of 1 for a row without open gates" in page and "divides 0 by 0" in page
    assert "7.5 Gated attention in a batch: 2 of" not in page  # the heading says so already
    assert "divides 0 by 0 in a row where no gate is open (1)" in re.sub(
        r"\\", "", pages.overview([student], [gates], "")
    )
    assert b'failures="1"' in reports.junit([student], [gates])
    assert '"status": "failed"' in reports.gradescope_results(student, [gates])
