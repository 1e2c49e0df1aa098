"""Open questions and marks by hand: found however the notebook was saved, given back with their reasons."""

import csv
import io
import json
import types
import zipfile
from pathlib import Path

import classroom
import pytest

from prpn_class.classroom import by_hand, listing, marks, rules, term
from prpn_class.classroom.give_back import give_back
from prpn_class.classroom.receive import receive
from prpn_class.grading import graded, reports
from prpn_class.grading.exam import papers
from prpn_class.grading.graded import ByHand, Given, Graded
from prpn_class.grading.plan import released
from prpn_class.grading.result import NOT_GRADED, Result, Student, TaskMark
from prpn_class.grading.tokens import identical, words
from prpn_class.handout import archive
from prpn_class.sandbox import writing
from prpn_course import notebooks
from prpn_course.authoring import questions
from prpn_course.authoring.release import exercise
from prpn_course.authoring.stubs import code
from prpn_course.notebooks import role_of, task_of
from prpn_course.task import NotebookError
from prpn_course.tasks import SHEETS, find_sheet
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
SHEET = classroom.SHEET
SOLVED = {sheet.stem: notebooks.read(ROOT / "solutions" / f"{sheet.stem}.ipynb") for sheet in SHEETS}
SOLUTION = SOLVED[SHEET.stem]
EXERCISE = exercise(SOLUTION)
RELEASED = released(EXERCISE, SHEET)
ASKED = tuple(questions.read(SOLUTION, SHEET.stem)[0])
WORDS = "Word 3 sees word 2 at once."


def test_every_sheet_asks_what_no_check_can_mark():
    for stem, solution in SOLVED.items():
        found, wrong = questions.read(solution, stem)
        assert not wrong and len(found) >= 2, stem
        assert all(one.points == sum(number for number, _ in one.rubric) for one in found)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda asked, told: told.update(source="Right."), "must be '\\*\\*A model answer"),
        (
            lambda asked, told: told.update(source=told.source + "\n- 1: one more."),
            "do not add up to 5 points",
        ),
        (lambda asked, told: asked.update(source=asked.source.replace("by hand", "")), "must begin with"),
        (lambda asked, told: asked.metadata.update(prpn_edu={"role": "text"}), "stands behind a cell"),
        (lambda asked, told: told.metadata.update(prpn_edu={}), "but no cell with the role 'open'"),
        (
            lambda asked, told: asked.metadata.prpn_edu.update(task="7.c"),
            "the task '7.a', as the next letter",
        ),
    ],
)
def test_a_question_that_contradicts_itself_is_refused(change, said):
    solution = notebooks.nbformat.from_dict(json.loads(json.dumps(SOLUTION)))
    asked = next(cell for cell in solution.cells if task_of(cell) == "7.a")
    told = solution.cells[solution.cells.index(asked) + 1]
    change(asked, told)
    _, wrong = questions.read(solution, SHEET.stem)
    with pytest.raises(NotebookError, match=said):
        raise NotebookError("\n".join(wrong))


def handed_in(change=lambda cells, place: None):
    """The cells of an exercise in which 7.a was answered, and then something changed."""
    cells = json.loads(json.dumps(EXERCISE))["cells"]
    place = next(
        n
        for n, cell in enumerate(cells)
        if cell["metadata"].get("prpn_edu") == {"role": "open", "task": "7.a"}
    )
    cells[place]["source"] = WORDS
    change(cells, place)
    return cells


def without_ids(cells, place):
    for cell in cells:
        del cell["id"]
        cell["metadata"] = {}


def a_cell(kind, source, **more):
    return {"cell_type": kind, "id": "own", "metadata": {}, "source": source, **more}


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (lambda cells, place: None, WORDS),
        (without_ids, WORDS),
        (lambda cells, place: cells[place].update(source=f"*Your answer:*\n\n{WORDS}"), WORDS),
        (lambda cells, place: cells[place].update(source=["Word 3 ", "sees word 2 at once."]), WORDS),
        (lambda cells, place: cells.insert(place + 1, a_cell("markdown", "More.")), f"{WORDS}\n\nMore."),
        (
            lambda cells, place: cells.insert(place + 1, a_cell("code", "print(1)\n")),
            f"{WORDS}\n\n```python\nprint(1)\n```",
        ),
        (
            lambda cells, place: cells[place].update(attachments={"a.png": {}}),
            f"{WORDS}\n\n{writing.PICTURES}",
        ),
        (lambda cells, place: cells[place].update(source="x" * 10**6), "x" * writing.LONGEST),
        (lambda cells, place: cells.pop(place - 1), WORDS),
        (lambda cells, place: cells.append(cells.pop(place)), WORDS),
    ],
)
def test_what_was_written_is_found_however_it_was_saved(change, text):
    written = writing.take(handed_in(change), RELEASED)
    assert written["7.a"].startswith(text) and written.keys() == {"7.a"}


@pytest.mark.parametrize("form", ["{0}\n\n{1}", "{1}\n{0}"])
def test_what_stands_in_the_question_s_cell_is_told_without_the_question(form):
    cells = json.loads(json.dumps(EXERCISE))["cells"]
    asked = next(cell for cell in cells if cell["metadata"].get("prpn_edu", {}).get("task") == "7.a")
    asked["source"] = form.format("".join(asked["source"]), WORDS)
    assert writing.take(cells, RELEASED) == {"7.a": WORDS}


def test_an_untouched_sheet_answers_nothing_and_the_task_answers_are_no_words():
    assert writing.take(json.loads(json.dumps(EXERCISE))["cells"], RELEASED) == {}
    solved = json.loads(json.dumps(SOLUTION))["cells"]
    mixed = [cell for cell in solved if cell["metadata"].get("prpn_edu", {}).get("role") != "open"]
    assert writing.take(mixed, RELEASED) == {}


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.stem for sheet in SHEETS])
def test_what_a_handout_of_some_tasks_adds_is_nobody_s_answer(sheet):
    known = released(exercise(SOLVED[sheet.stem]), sheet)
    ids, core = [task.id for task in sheet.tasks], [task.id for task in sheet.tasks if task.core]
    for counts in (core, *([one] for one in ids), ids[1:], ids[:-1]):
        handed = exercise(SOLVED[sheet.stem])
        archive.adapt(handed, sheet, counts, "https://uni.example")
        open_ = [n for n, cell in enumerate(handed.cells) if role_of(cell) == questions.OPEN]
        cells = json.loads(json.dumps(handed))["cells"]
        assert writing.take(cells, known) == {}, counts
        cells[open_[-1]]["source"] = WORDS
        without_ids(cells, 0)
        assert list(writing.take(cells, known).values()) == [WORDS], counts


def a_class():
    """Ada has full marks and wrote to 7.a; Bob lost 7.2, and wrote nothing."""
    right = {task.id: TaskMark(task.id, task.points, "Right.") for task in SHEET.tasks}
    bob = right | {"7.2": TaskMark("7.2", 0, "No function called alphas.")}
    return [
        Student("Ada Lovelace (s1)", right, [], {"7.a": "<b>Walls</b> & gates"}),
        Student("Bob Smith (s2)", bob),
    ]


@pytest.fixture
def graded_class(tmp_path):
    """What `receive` and `grade` leave for Ada and Bob."""
    names = ("Ada Lovelace_11_assignsubmission_file", "Bob Smith_12_assignsubmission_file")
    files = {f"{name}/{classroom.FILE}": classroom.notebook() for name in names}
    roster = classroom.table(tmp_path, classroom.WORKSHEET)
    receive([classroom.export(tmp_path / "download", files)], tmp_path / "monday", roster)
    (tmp_path / "report").mkdir()
    reports.write(Graded(a_class(), [SHEET], "In a test.", True, ASKED), tmp_path / "report")
    return tmp_path


def rules_of(folder, text):
    (folder / "class.toml").write_text(text, "utf-8")
    return rules.read(folder / "class.toml")


RULES = """
[adjust."s2"]
"7.2" = { points = 2, why = "right, but under another name" }
[rubric."7.a"]
"s1" = { points = [2, 1, 0.5], why = "no tree in (c)" }
[rubric."7.b"]
"s2" = []
"""


def test_marks_by_hand_reach_the_tables_and_the_feedback_with_their_reasons(graded_class):
    agreed, report = rules_of(graded_class, RULES), graded_class / "report"
    listed = listing.read(graded_class / "monday")
    by_hand.adjust(listed, report, agreed)
    rows = {row["student"]: row for row in csv.DictReader((report / "grades.csv").open(encoding="utf-8"))}
    ada, bob = rows["Ada Lovelace (s1)"], rows["Bob Smith (s2)"]
    whole = SHEET.points + ASKED[0].points + ASKED[1].points
    assert (ada["7.a"], ada["7.b"], ada["total"], ada["of"]) == (
        "3.5",
        "0",
        f"{SHEET.points + 3.5}",
        f"{whole}",
    )
    assert (bob["7.2"], bob["7.a"], bob["total"]) == ("2", "0", f"{SHEET.points}")
    page = (report / "feedback" / "Bob Smith (s2).md").read_text("utf-8")
    assert "By hand: 2 of 2 points in place of 0. right, but under another name" in page
    assert "No function called alphas." in page
    page = (report / "feedback" / "Ada Lovelace (s1).md").read_text("utf-8")
    assert "0.5 of 1: (c) the tree." in page and "no tree in (c)" in page
    results = json.loads((report / "gradescope" / "Ada Lovelace (s1)" / "results.json").read_text("utf-8"))
    assert results["score"] == SHEET.points + 3.5
    given = marks.marks(listed, graded_class / "monday", report, agreed)
    assert [one.points for one in given] == [SHEET.points + 3.5, SHEET.points]


def test_lateness_is_told_in_one_way_and_says_whether_the_open_questions_are_in_it(graded_class):
    late = 'due = 2026-11-20T23:59:00+01:00\nper_day = 10\n[times]\n"s1" = 2026-11-21T10:00:00+01:00\n'
    listed, report = listing.read(graded_class / "monday"), graded_class / "report"
    whole = SHEET.points
    for rubric, earned, most in (
        ("", whole, f"{whole}, without the open questions"),
        ('[rubric."7.a"]\n"s1" = [2, 1, 0]\n', whole + 3, f"{whole + ASKED[0].points}, with 7.a by hand"),
    ):
        agreed = rules_of(graded_class, late + rubric)
        by_hand.adjust(listed, report, agreed)
        given = marks.marks(listed, graded_class / "monday", report, agreed)
        said = f"1 day late: of {earned} points {earned * 0.9:g} count; the most is {most}"
        assert given[0].late == said
        packed = zipfile.ZipFile(io.BytesIO(give_back(listed, report, given)[0]))
        assert any(f"Handed in {said}." in packed.read(name).decode() for name in packed.namelist())


def test_one_number_for_a_question_is_told_as_its_sum(graded_class):
    listed, report = listing.read(graded_class / "monday"), graded_class / "report"
    by_hand.adjust(listed, report, rules_of(graded_class, '[rubric."7.a"]\n"s1" = 3'))
    page = (report / "feedback" / "Ada Lovelace (s1).md").read_text("utf-8")
    assert "By hand: 3 of 5 points." in page


def test_marks_and_feedback_repeat_who_wrote_something_and_has_no_mark(graded_class, capsys):
    rules_of(graded_class, '[rubric."7.a"]\n"s1" = []')
    folders, agreed = ("monday", "report"), ["--rules", str(graded_class / "class.toml")]
    given = [str(graded_class / one) for one in folders]
    assert (
        main(["adjust", *given, *agreed]) == main(["marks", *given, *agreed, "--out", f"{given[0]}.csv"]) == 0
    )
    assert "\nno mark yet, and so 0: 7.a: Ada Lovelace (s1)\n" in capsys.readouterr().out
    assert main(["feedback", *given, *agreed, "--out", f"{given[0]}.zip"]) == 0
    assert "no mark yet, and the page says so: 7.a: Ada Lovelace (s1)\n" in capsys.readouterr().out


def test_an_answer_without_a_mark_is_told_to_the_teacher_and_in_true_words_to_the_student(graded_class):
    listed, report = listing.read(graded_class / "monday"), graded_class / "report"
    _, marked = by_hand.adjust(listed, report, rules_of(graded_class, '[rubric."7.a"]\n"s1" = []'))
    assert marked == ["7.a: 0 marked, 1 wrote something; no mark yet, and so 0: Ada Lovelace (s1)"]
    page = (report / "feedback" / "Ada Lovelace (s1).md").read_text("utf-8")
    assert "Not marked yet." in page
    assert graded.NOTHING in (report / "feedback" / "Bob Smith (s2).md").read_text("utf-8")
    _, marked = by_hand.adjust(listed, report, rules_of(graded_class, RULES))
    assert marked == ["7.a: 1 marked, 1 wrote something", "7.b: 0 marked, 0 wrote something"]


def test_of_a_notebook_that_could_not_be_read_nobody_says_that_nothing_was_written():
    broken = Student("Cleo (s3)")
    broken.add(Result.not_graded(SHEET, "cannot be read as a notebook"))
    one = Graded([broken], [SHEET], "", questions=ASKED, by_hand=ByHand({}, {"7.a": {}}))
    assert one.marked()[0].marks["7.a"].words == NOT_GRADED


def test_no_mark_by_hand_is_lost_or_counted_twice(graded_class):
    listed, report = listing.read(graded_class / "monday"), graded_class / "report"
    before = (report / "grades.csv").read_bytes()
    agreed = rules_of(graded_class, RULES)
    with pytest.raises(NotebookError, match="run `prpn-edu adjust`"):
        by_hand.in_report(listed, report, agreed)
    by_hand.adjust(listed, report, agreed)
    once = (report / "grades.csv").read_bytes()
    by_hand.adjust(listed, report, agreed)
    by_hand.in_report(listed, report, agreed)
    assert (report / "grades.csv").read_bytes() == once != before
    by_hand.adjust(listed, report, rules_of(graded_class, ""))
    assert (report / "grades.csv").read_bytes() == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('[adjust."s9"]\n"7.2" = { points = 1, why = "so" }', "s9 has handed in nothing"),
        ('[adjust."s1"]\n"7.9" = { points = 1, why = "so" }', "7.9 is not in this report"),
        ('[adjust."s1"]\n"7.2" = { points = 3, why = "so" }', "7.2 has 2 points, not 3"),
        ('[adjust."s1"]\n"7.2" = { points = 1, why = " " }', "the reason, for the student"),
        ('[adjust."s1"]\n"7.2" = 1', "the reason, for the student"),
        ('[adjust]\n"s1" = 1', 'begun by a line \\[adjust."s1"\\]'),
        ('[rubric."7.a"]\n"s1" = [3, 1, 0]', "its lines are worth \\[2, 2, 1\\]"),
        ('[rubric."7.a"]\n"s1" = [1, 1]', "its lines are worth"),
        ('[rubric."7.a"]\n"s1" = "good"', "the points of each line of the rubric"),
        ('[rubric."7.a"]\n"s1" = [-1, 1, 1]', "the points of each line of the rubric"),
        ('[rubric."7.z"]\n"s1" = [1]', "no such question in this report; it has 7.a, 7.b"),
    ],
)
def test_a_mark_that_fits_nothing_is_named_and_nothing_is_written(graded_class, text, said):
    report = graded_class / "report"
    before = {path: path.read_bytes() for path in report.rglob("*") if path.is_file()}
    with pytest.raises(NotebookError, match=said):
        by_hand.adjust(listing.read(graded_class / "monday"), report, rules_of(graded_class, text))
    assert {path: path.read_bytes() for path in report.rglob("*") if path.is_file()} == before


def test_the_page_of_a_question_has_all_answers_and_gives_them_no_power(graded_class):
    page = (graded_class / "report" / "by-hand" / "7.a.html").read_text("utf-8")
    assert "&lt;b&gt;Walls&lt;/b&gt; &amp; gates" in page and "<b>" not in page
    assert "Bob Smith (s2)" in page.split("Nothing was written by")[1]
    assert "d_1 ≤ d_2 ≤ d_3 &lt; d_1" in page
    page = (graded_class / "report" / "by-hand" / "7.a.html").read_text("utf-8")
    assert "<li>1 point: (c) the tree.</li>" in page and "<ol>" not in page
    filled = (graded_class / "report" / "by-hand" / "rubric.toml").read_text("utf-8")
    assert rules_of(graded_class, filled).rubric == {"7.a": {}, "7.b": {}}  # as it stands it marks nobody


def test_a_report_comes_back_as_it_was(graded_class):
    by = ByHand(
        {"Bob Smith (s2)": {"7.2": Given(1, "half")}}, {"7.a": {"Ada Lovelace (s1)": Given([1, 1, 1])}}
    )
    folder = graded_class / "again"
    folder.mkdir()
    one = Graded(
        a_class(), [graded.only(SHEET, ["7.1", "7.2"])], "So.", False, ASKED, by, "https://a.example"
    )
    reports.write(one, folder)
    assert graded.load(folder) == one
    assert [item.id for item in one.counted] == ["7.1", "7.2", "7.a"]


def test_a_term_is_joined_by_person(tmp_path):
    head = "id,name,email,folder,points,of,days late,mark,remarks\n"
    (tmp_path / "six.csv").write_text(f"{head}s1,Ada,,a,9,15,0,9,\ns2,Bob,,b,3,15,0,3,\n", "utf-8")
    (tmp_path / "seven.csv").write_text(f"{head}s2,Bob,,b,10.5,19,1,9.45,\n", "utf-8")
    text = term.term([tmp_path / "six.csv", tmp_path / "seven.csv"])
    assert text.splitlines() == ["id,name,six,seven,sum,of", "s1,Ada,9,,9,34", "s2,Bob,3,9.45,12.45,34"]
    (tmp_path / "eight.csv").write_text("id,name\n", "utf-8")
    (tmp_path / "nine.csv").write_text("id,name\ns1,Ada\n", "utf-8")
    with pytest.raises(NotebookError, match=r"nine.csv: is no table of `prpn-edu marks`"):
        term.term([tmp_path / "nine.csv"])


def answers_of(stem):
    return {task_of(cell): cell.source for cell in SOLVED[stem].cells if role_of(cell) == "answer"}


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.stem for sheet in SHEETS])
def test_a_copy_of_the_solution_is_known_whatever_its_names_and_comments(sheet):
    solution = answers_of(sheet.stem)
    copied = {name: f"# mine\n{code(source)}" for name, source in solution.items()}
    same, of = identical(copied, solution)
    assert len(same) == of >= 3
    assert identical({}, solution) == ([], of)


def test_right_answers_that_were_written_apart_are_no_copies():
    import importlib
    import inspect

    told = 0
    for sheet in SHEETS:
        name = importlib.import_module(f"right_answers.{find_module(sheet.stem)}")
        for task, functions in name.RIGHT.items():
            for function in functions:
                if isinstance(function, types.FunctionType) and function.__module__ == name.__name__:
                    body = words(inspect.getsource(function))
                    told += 1
                    assert body != words(code(answers_of(sheet.stem)[task])), (task, function.__name__)
    assert told > 50


def find_module(stem):
    from prpn_course.tasks import MODULES

    return MODULES[stem]


def test_the_papers_hold_the_questions():
    (paper,) = papers([ROOT / "solutions" / classroom.FILE])
    assert paper.questions == ASKED and paper.sheet == find_sheet(SHEET.stem)
