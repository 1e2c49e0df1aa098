"""Marks and feedback go back to each platform: to the right person, and no mark of another is touched."""

import csv
import io
import json
import subprocess
import sys
import zipfile
from datetime import UTC, datetime, timedelta, timezone

import pytest
from classroom import FILE, GRADEBOOK, METADATA, WORKSHEET, export, notebook, points, report, table

from prpn_class.classroom import listing, marks, rules, tables
from prpn_class.classroom.give_back import give_back
from prpn_class.classroom.listing import SUBMISSIONS, Place
from prpn_class.classroom.receive import receive
from prpn_class.classroom.roster import Person
from prpn_class.classroom.rules import Rules
from prpn_class.grading.graded import RESULTS
from prpn_class.grading.handed_in import digest, entries, files
from prpn_course.task import NotebookError
from prpn_edu.cli import main

ZONE = timezone(timedelta(hours=1))
DUE = datetime(2026, 11, 20, 23, 59, tzinfo=ZONE)
EARNED = {"Ada Lovelace (s1)": 7, "Bob Smith (s2)": 4, "Dan Brown (s4)": 2}
MOODLE = {
    f"Ada Lovelace_11_assignsubmission_file/{FILE}": notebook("ada"),
    f"Bob Smith_12_assignsubmission_file/{FILE}": notebook("bob"),
    f"Dan Brown_14_assignsubmission_file/{FILE}": notebook("dan"),
}
CANVAS = {
    f"lovelaceada_11_301_{FILE}": notebook("ada"),
    f"smithbob_LATE_12_302_{FILE}": notebook("bob"),
}


@pytest.fixture
def moodle(tmp_path):
    """A class from Moodle, its worksheet and its report."""
    sheet = table(tmp_path, WORKSHEET, "worksheet.csv")
    receive([export(tmp_path / "export", MOODLE)], tmp_path / "monday", sheet)
    return tmp_path / "monday", sheet, report(tmp_path / "report", EARNED)


@pytest.fixture
def canvas(tmp_path):
    """The same from Canvas, with two who handed in."""
    book = table(tmp_path, GRADEBOOK, "gradebook.csv")
    receive([export(tmp_path / "export", CANVAS)], tmp_path / "monday", book)
    earned = {name: number for name, number in EARNED.items() if "Dan" not in name}
    return tmp_path / "monday", book, report(tmp_path / "report", earned)


def given(folder, graded, agreed=Rules()):  # noqa: B008
    listed = listing.read(folder)
    return listed, marks.marks(listed, folder, graded, agreed)


def rows(text):
    return list(csv.reader(io.StringIO(text)))


# Lateness


def place(time=None, late=False, *ids):
    return Place("a", [Person(one, one) for one in ids or ("s1",)], [], time, late, 1, [], [])


@pytest.mark.parametrize(
    ("time", "days"),
    [
        (DUE, 0),
        (DUE + timedelta(minutes=10), 0),
        (DUE + timedelta(minutes=11), 1),
        (DUE + timedelta(days=1, minutes=10), 1),
        (DUE + timedelta(days=1, minutes=11), 2),
        (DUE - timedelta(days=9), 0),
        ((DUE + timedelta(hours=2)).astimezone(UTC), 1),
        ((DUE + timedelta(hours=2)).replace(tzinfo=None), 1),  # Moodle's table, in the zone of `due`
    ],
)
def test_each_day_begun_counts(time, days):
    assert Rules(DUE, grace_minutes=10).days_late(place(time)) == (days, "")


def test_a_platform_that_says_only_late():
    assert Rules(DUE).days_late(place(None, True)) == (1, "marked as late; nobody tells the time")
    assert Rules(DUE, marked_late=0).days_late(place(None, True))[0] == 0
    assert Rules(DUE).days_late(place(None, False)) == (0, "")
    assert Rules().days_late(place(None, True)) == (0, "")  # without a due time nothing is late


def test_extensions_and_times_by_hand():
    longer = Rules(DUE, extensions={"s1": DUE + timedelta(days=3)}, times={"s2": DUE + timedelta(days=1)})
    assert longer.days_late(place(DUE + timedelta(days=2))) == (0, "")
    assert longer.days_late(place(DUE + timedelta(days=4)))[0] == 1
    assert (
        longer.days_late(place(DUE + timedelta(days=4), False, "s3", "s1"))[0] == 1
    )  # one of a group has it
    assert "look" in longer.days_late(place(None, True))[1]
    assert longer.days_late(place(None, True, "s2")) == (1, "")


@pytest.mark.parametrize(
    ("points", "days", "left"), [(15, 0, 15), (15, 1, 13.5), (7, 3, 4.9), (15, 4, 0), (1, 3, 0.7)]
)
def test_what_lateness_costs(points, days, left):
    assert Rules(DUE, per_day=10, most_days=3).mark(points, days) == left
    assert Rules(DUE).mark(points, days) == points
    assert Rules(DUE, per_day=60).mark(points, 2) == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("due = 2026-11-20T23:59:00", "is to be a time with its zone"),
        ('due = "tomorrow"', "is to be a time with its zone"),
        ("per_day = 10", "not when it begins; add due = 2026"),
        ("marked_late = -1", "is to be a number, 0 or more"),
        ("marked_late = true", "is to be a number, 0 or more"),
        ("dew = 3", "dew is no rule; there are: due, grace_minutes"),
        ("[extensions]\ns1 = 5", "extensions of s1: is to be a time"),
        ('[groups]\na = ["s1"]\nb = ["s2", "s1"]', "groups has s1 twice"),
        ('[groups]\na = "s1"', 'is to say "name" ='),
        ("groups = 3", "is to be a table"),
        ("due =", "is no TOML"),
    ],
)
def test_a_rule_that_is_none(tmp_path, text, words):
    (tmp_path / "rules.toml").write_text(text)
    with pytest.raises(NotebookError) as told:
        rules.read(tmp_path / "rules.toml")
    assert words in str(told.value)


def test_rules_may_name_the_groups(tmp_path):
    people = table(tmp_path, "id,name,group\ns1,Ada,old\ns2,Bob,\ns3,Cleo,\n")
    rules.put_in_groups(people, Rules(groups={"Team A": ["s1", "s2"]}))
    assert [person.group for person in people.people.values()] == ["Team A", "Team A", ""]
    with pytest.raises(NotebookError, match="who is not in it: s9"):
        rules.put_in_groups(people, Rules(groups={"Team A": ["s9"]}))


# Marks


def test_moodle_gets_its_worksheet_back(moodle):
    """Those who handed in get a mark; all else stays, to the letter, and a locked grade too."""
    folder, sheet, graded = moodle
    _, all_marks = given(folder, graded, Rules(DUE, per_day=10))
    before = [list(row) for row in sheet.rows]
    filled = tables.moodle(sheet, all_marks)
    after = rows(filled.text)
    grade = before[0].index("Grade")
    assert [row[grade] for row in after[1:]] == ["15", f"{points(4) * 0.9:g}", "7.00", "5.00"]
    for old, new in zip(before, after, strict=True):
        assert old[:grade] + old[grade + 1 :] == new[:grade] + new[grade + 1 :]
    assert filled.missed == ["Dan Brown (s4): Moodle says that this grade cannot be changed"]
    assert filled.lowered == []


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_table_is_written_as_its_file_was(moodle, mark, line_end):
    """Without its mark Excel takes UTF-8 for something else, and shows umlauts wrong."""
    folder, _, graded = moodle
    path = folder.parent / "worksheet.csv"
    path.write_bytes((mark + WORKSHEET.replace("Brown", "Bräun").replace("\n", line_end)).encode())
    out = folder.parent / "marked.csv"
    command = ["marks", str(folder), str(graded), "--into", str(path), "--out", str(out)]
    assert main(command) == 0
    written = out.read_bytes().decode("utf-8")
    assert written.startswith(f"{mark}Identifier,") and written.endswith(line_end) and "Bräun" in written
    assert written.count("\n") == WORKSHEET.count("\n") == written.count(line_end)


def test_moodle_may_write_numbers_with_a_comma(moodle, tmp_path):
    folder, _, graded = moodle
    _, all_marks = given(folder, graded, Rules(DUE, per_day=10))
    german = table(tmp_path, WORKSHEET.replace("15.00", '"15,00"'), "german.csv")
    text = tables.moodle(german, all_marks).text
    assert rows(text)[2][5] == f"{points(4) * 0.9:g}".replace(".", ",")


@pytest.mark.parametrize("heading", ["Maximum Grade", "Maximum grade"])
def test_another_maximum_is_never_passed_over(moodle, tmp_path, heading):
    folder, _, graded = moodle
    _, all_marks = given(folder, graded)
    sheet = WORKSHEET.replace("15.00", "100.00").replace("Maximum Grade", heading)
    hundred = table(tmp_path, sheet, "hundred.csv")
    with pytest.raises(NotebookError, match="the most there is 100, but the sheet has 15 points"):
        tables.moodle(hundred, all_marks)
    text = tables.moodle(hundred, all_marks, scale=True).text
    assert rows(text)[2][5] == f"{100 * points(4) / 15:.2f}".rstrip("0").rstrip(".")


@pytest.mark.parametrize("change", [str.lower, str.upper, str.capitalize])
def test_a_platform_s_columns_are_known_whatever_their_capitals(moodle, tmp_path, change):
    folder, _, graded = moodle
    _, all_marks = given(folder, graded)
    headings, rest = WORKSHEET.replace("15.00", "100.00").split("\n", 1)
    hundred = table(tmp_path, f"{change(headings)}\n{rest}", "changed.csv")
    with pytest.raises(NotebookError, match="the most there is 100, but the sheet has 15 points"):
        tables.moodle(hundred, all_marks)
    filled = tables.moodle(hundred, all_marks, scale=True)
    assert filled.missed == ["Dan Brown (s4): Moodle says that this grade cannot be changed"]


@pytest.mark.parametrize("change", [str.lower, str.upper])
def test_canvas_s_line_of_maxima_is_known_whatever_its_capitals(canvas, tmp_path, change):
    folder, _, graded = canvas
    _, all_marks = given(folder, graded)
    ten = GRADEBOOK.replace("12,15,15", "12,10,10").replace("Points Possible", change("Points Possible"))
    with pytest.raises(NotebookError, match="the most there is 10, but the sheet has 15 points"):
        tables.canvas(table(tmp_path, ten, "ten.csv"), all_marks, "Sheet 7")


def test_canvas_gets_one_column_and_no_other(canvas):
    folder, book, graded = canvas
    _, all_marks = given(folder, graded)
    filled = tables.canvas(book, all_marks, "Sheet 7")
    assert rows(filled.text) == [
        ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Sheet 7 (901)"],
        ["", "", "", "", "", "Manual Posting"],
        ["    Points Possible", "", "", "", "", "15"],
        ["Lovelace, Ada", "11", "s1", "ada", "A", "15"],
        ["Smith, Bob", "12", "s2", "bob", "A", str(points(4))],
        ["Sanchez-Garcia, Cleo", "13", "s3", "cleo", "A", "7"],
        ["Student, Test", "99", "", "x", "A", ""],
    ]
    assert filled.missed == filled.lowered == []


def test_canvas_may_write_names_in_two_columns_and_numbers_with_a_comma(canvas, tmp_path):
    folder, _, graded = canvas
    _, all_marks = given(folder, graded)
    text = GRADEBOOK.replace("Student,ID", "LastName,FirstName,ID").replace(", ", '","')
    text = text.replace(",,,,,,Manual", ",,,,,,,Manual").replace(
        "    Points Possible,", "    Points Possible,,"
    )
    book = table(tmp_path, text.replace("12,15,15", '12,"15,00",15'), "names.csv")
    assert [person.number for person in book.people.values()] == ["11", "12", "13"]
    filled = rows(tables.canvas(book, all_marks, "Sheet 7").text)
    assert filled[0][:3] == ["LastName", "FirstName", "ID"]
    assert [row[-1] for row in filled[3:]] == ["15", str(points(4)), "7", ""]


def test_a_mark_that_goes_down_is_named(canvas, tmp_path):
    folder, _, graded = canvas
    _, all_marks = given(folder, graded)
    higher = table(tmp_path, GRADEBOOK.replace("A,9,3", "A,9,14"), "higher.csv")
    assert tables.canvas(higher, all_marks, "Sheet 7").lowered == [
        f"Bob Smith (s2): 14 before, {points(4)} now"
    ]


@pytest.mark.parametrize("title", ["Sheet", "Sheet 8", "7", "Final Score (1)"])
def test_canvas_has_to_have_the_column(canvas, title):
    folder, book, graded = canvas
    _, all_marks = given(folder, graded)
    with pytest.raises(NotebookError, match=r"there are: Sheet 6 \(900\), Sheet 7 \(901\)"):
        tables.canvas(book, all_marks, title)


def test_who_is_not_in_the_table_is_named(moodle, tmp_path):
    folder, _, graded = moodle
    _, all_marks = given(folder, graded)
    short = table(tmp_path, "\n".join(WORKSHEET.split("\n")[:2]), "short.csv")
    assert (
        tables.moodle(short, all_marks).missed[0]
        == f"Bob Smith (s2): is not in short.csv; put {points(4)} in by hand"
    )


def test_what_is_no_table_of_theirs_is_told(canvas, tmp_path):
    folder, book, graded = canvas
    _, all_marks = given(folder, graded)
    with pytest.raises(NotebookError, match="Canvas; name the assignment with --column TITLE"):
        tables.moodle(book, all_marks)
    with pytest.raises(NotebookError, match="set Moodle's language to English"):
        tables.moodle(table(tmp_path, "id,name\ns1,Ada\n"), all_marks)
    words = GRADEBOOK.replace("12,15,15", "12,Pass,15")
    with pytest.raises(NotebookError, match="the maximum is 'Pass'; let the platform grade by points, 15"):
        tables.canvas(table(tmp_path, words), all_marks, "Sheet 7")
    with pytest.raises(NotebookError, match="is no gradebook"):
        tables.canvas(table(tmp_path, WORKSHEET), all_marks, "Grade")
    blackboard = "Last Name\tFirst Name\tUsername\tSheet 7 [Total Pts: 15 Score] |111\nLovelace\tAda\tada\t\n"
    with pytest.raises(NotebookError, match="for another platform leave --into out"):
        tables.moodle(table(tmp_path, blackboard), all_marks)


def test_an_attempt_in_blackboard_is_late_by_its_name(tmp_path):
    names = (
        f"Sheet 7_{login}_attempt_2026-11-{day}-10-15-30_{FILE}" for login, day in (("ada", 20), ("bob", 21))
    )
    folder = export(tmp_path / "download", {name: notebook(name) for name in names})
    receive([folder], tmp_path / "monday")
    graded = report(tmp_path / "report", {"ada": 7, "bob": 7})
    _, found = given(tmp_path / "monday", graded, Rules(due=DUE, per_day=10))
    assert [(one.person.name, one.days, one.mark) for one in found] == [("ada", 0, 15), ("bob", 1, 13.5)]


def test_a_report_on_others_is_told(moodle, tmp_path):
    folder, _, _ = moodle
    listed = listing.read(folder)
    with pytest.raises(NotebookError, match=r"has no line for Bob Smith \(s2\), Dan Brown \(s4\)"):
        marks.marks(listed, folder, report(tmp_path / "other", {"Ada Lovelace (s1)": 1}), Rules())
    with pytest.raises(NotebookError, match=r"holds no grades\.csv"):
        marks.marks(listed, folder, tmp_path / "none", Rules())


def test_a_report_on_other_files_is_told(moodle, tmp_path):
    """The folder of another week has the same names; only its files tell."""
    folder, _, graded = moodle
    listed = listing.read(folder)
    path = graded / RESULTS

    def judged(digests):
        told = json.loads(path.read_text("utf-8"))
        for student in told["students"]:
            student["digest"] = digests[student["name"]]
        path.write_text(json.dumps(told), "utf-8")

    found = {one.name: digest(files(one)) for one in entries(folder / SUBMISSIONS)}
    judged(found)
    assert not any(one.remark for one in marks.marks(listed, folder, graded, Rules()))
    judged(found | {"Bob Smith (s2)": "another"})
    said = {one.place: one.remark for one in marks.marks(listed, folder, graded, Rules())}
    assert said.pop("Bob Smith (s2)") == marks.CHANGED
    assert not any(said.values())
    judged(dict.fromkeys(found, "another"))
    with pytest.raises(NotebookError, match="other files than these 3 folders hold"):
        marks.marks(listed, folder, graded, Rules())


def test_a_file_that_was_replaced_before_it_was_graded_is_told(moodle):
    """As monday.md says: put the new file in place of the old one, and grade again."""
    folder, _, graded = moodle
    listed = listing.read(folder)
    for name in ("Ada Lovelace (s1)", "Bob Smith (s2)"):
        (folder / SUBMISSIONS / name / FILE).write_text(notebook("new"), "utf-8")
    path = graded / RESULTS
    told = json.loads(path.read_text("utf-8"))
    here = {one.name: digest(files(one)) for one in entries(folder / SUBMISSIONS)}
    for student in told["students"]:
        student["digest"] = here[student["name"]]
    path.write_text(json.dumps(told), "utf-8")
    remarks = [one.remark for one in marks.marks(listed, folder, graded, Rules())]
    assert remarks == [marks.REPLACED, marks.REPLACED, ""]
    (folder / SUBMISSIONS / "Dan Brown (s4)" / FILE).write_text(notebook("later"), "utf-8")
    remarks = [one.remark for one in marks.marks(listed, folder, graded, Rules())]
    assert remarks == [marks.REPLACED, marks.REPLACED, marks.CHANGED]


def test_what_was_said_of_a_file_is_gone_when_it_was_replaced(tmp_path):
    """Its second ending was taken away, it was graded, and nothing is left to do about it."""
    folder, graded = tmp_path / "monday", report(tmp_path / "report", {"ada": 7})
    receive([export(tmp_path / "export", {f"ada/{FILE}.txt": notebook("ada")})], folder)
    path, listed = folder / SUBMISSIONS / "ada" / f"{FILE}.txt", listing.read(folder)
    told = json.loads((graded / RESULTS).read_text("utf-8"))
    (before,) = marks.marks(listed, folder, graded, Rules())
    assert "its name has a second ending" in before.remark
    path.rename(path.with_suffix(""))
    told["students"][0]["digest"] = listing.digests(folder)["ada"]
    (graded / RESULTS).write_text(json.dumps(told), "utf-8")
    (after,) = marks.marks(listed, folder, graded, Rules())
    assert after.remark == marks.REPLACED


def test_who_was_not_graded_has_no_mark(moodle, tmp_path, capsys):
    folder, worksheet, _ = moodle
    graded = report(tmp_path / "others", {**EARNED, "Bob Smith (s2)": None}, gradescope=True)
    _, all_marks = given(folder, graded, Rules(DUE, per_day=10))
    assert [one.mark for one in all_marks] == [points(7), None, points(2)]
    assert rows(marks.as_csv(all_marks))[2][4:8] == ["", "15", "1", ""]
    filled = tables.moodle(worksheet, all_marks)
    before, after = ({row[0]: row for row in rows(text)} for text in (WORKSHEET, filled.text))
    assert filled.missed[0] == "Bob Smith (s2): not graded, see the remark; put the mark in by hand"
    assert before["Participant 12"] == after["Participant 12"]
    arguments = [str(folder), str(graded), "--out"]
    assert main(["marks", *arguments, str(tmp_path / "7.csv")]) == 0
    assert main(["marks", *arguments, str(tmp_path / "8.csv")]) == 0
    assert "not filled in: Bob Smith (s2): not graded" in capsys.readouterr().out
    both = [str(tmp_path / "7.csv"), str(tmp_path / "8.csv")]
    assert main(["term", *both, "--out", str(tmp_path / "term.csv")]) == 0
    lines = {row[0]: row[2:] for row in rows((tmp_path / "term.csv").read_text("utf-8"))}
    assert lines["s2"] == ["", "", "0", "30"] and lines["s1"] == ["15", "15", "30", "30"]


def test_a_table_of_one_s_own_and_every_member_of_a_group(tmp_path):
    people = table(tmp_path, "id,name,email,group\ns1,=Ada,a@b.example,Team A\ns2,Bob,,Team A\n")
    handed = {f"Team A_77_assignsubmission_file/{FILE}": notebook()}
    receive([export(tmp_path / "export", handed)], tmp_path / "monday", people)
    graded = report(tmp_path / "report", {"Team A": 3})
    _, all_marks = given(tmp_path / "monday", graded)
    three = str(points(3))
    assert rows(marks.as_csv(all_marks))[1:] == [
        ["s1", "'=Ada", "a@b.example", "Team A", three, "15", "0", three, ""],
        ["s2", "Bob", "", "Team A", three, "15", "0", three, ""],
    ]


# Feedback


def contents(data):
    with zipfile.ZipFile(io.BytesIO(data)) as inside:
        return {name: inside.read(name).decode("utf-8") for name in inside.namelist()}


def test_feedback_for_moodle(moodle):
    folder, _, graded = moodle
    listed, all_marks = given(folder, graded, Rules(DUE, per_day=10))
    data, missed = give_back(listed, graded, all_marks)
    found = contents(data)
    assert list(found) == [
        f"{key}_assignfeedback_file/feedback.html"
        for key in ("Ada Lovelace_11", "Bob Smith_12", "Dan Brown_14")
    ]
    for name in found:  # what Moodle takes apart: fullname_userid_plugintype_pluginname
        parts = name.split("/")[0].split("_")
        assert len(parts) == 4 and parts[1].isdigit() and parts[2:] == ["assignfeedback", "file"]
    ada, bob, _ = found.values()
    assert "Feedback for Ada" in ada and "late" not in ada
    assert (
        f"Handed in 1 day late: of {points(4)} points {points(4) * 0.9:g} count; the most is 15." in bob
        and "Ada" not in bob
    )
    assert missed == []


def test_feedback_for_each_member_of_a_group_in_moodle(tmp_path):
    people = table(tmp_path, "Identifier,id,name,group\nParticipant 11,s1,A_da,T\nParticipant 12,s2,Bob,T\n")
    receive(
        [export(tmp_path / "export", {f"T_77_assignsubmission_file/{FILE}": "x"})], tmp_path / "m", people
    )
    graded = report(tmp_path / "report", {"T": 3})
    listed, all_marks = given(tmp_path / "m", graded)
    names = list(contents(give_back(listed, graded, all_marks)[0]))
    assert [name.split("/")[0] for name in names] == [
        "A da_11_assignfeedback_file",
        "Bob_12_assignfeedback_file",
    ]


def test_feedback_goes_to_no_account_that_may_have_borrowed_the_name(tmp_path):
    """The last key was taken once: the page of the one whose name it was went to who borrowed it."""
    handed = {f"Bob Smith_{number}_assignsubmission_file/{FILE}": str(number) for number in (12, 77)}
    received = [export(tmp_path / "export", handed)]
    receive(received, tmp_path / "m", table(tmp_path, "id,name\ns2,Bob Smith\n"))
    graded = report(tmp_path / "report", {"Bob Smith (s2)": 3})
    listed, all_marks = given(tmp_path / "m", graded)
    data, missed = give_back(listed, graded, all_marks)
    assert missed == ["Bob Smith (s2)"] and not contents(data)


def test_feedback_for_canvas_is_a_notebook_under_the_name_of_the_student_s(canvas):
    folder, _, graded = canvas
    listed, all_marks = given(folder, graded, Rules(DUE, per_day=10))
    found = contents(give_back(listed, graded, all_marks)[0])
    assert list(found) == list(CANVAS)
    bob = json.loads(found[f"smithbob_LATE_12_302_{FILE}"])
    (cell,) = bob["cells"]
    text = "".join(cell["source"])
    assert cell["cell_type"] == "markdown" and text.startswith(
        "# Feedback for Bob Smith (s2)\n\n**Handed in 1 day late"
    )


def test_canvas_gets_an_archive_for_an_archive_and_cannot_take_what_is_neither(tmp_path):
    climbing = "x\\..\\..\\climbing_13_303_x.ipynb"  # on Windows a path that leaves the folder
    handed = {"adalovelace_11_301_work.zip": "PK", "smithbob_12_text.html": "x", climbing: "x"}
    receive([export(tmp_path / "export", handed)], tmp_path / "m")
    names = [place.name for place in listing.read(tmp_path / "m").places]
    graded = report(tmp_path / "report", dict.fromkeys(names, 0))
    listed, all_marks = given(tmp_path / "m", graded)
    data, missed = give_back(listed, graded, all_marks)
    assert len(names) == 3 and missed == [name for name in names if name != "adalovelace (11)"]
    with zipfile.ZipFile(io.BytesIO(data)) as inside:
        (name,) = inside.namelist()
        assert name == "adalovelace_11_301_work.zip"
        assert "Feedback for adalovelace" in contents(inside.read(name))["feedback.html"]


def test_gradescope_looks_the_results_up(tmp_path):
    """The autograder that is packed is run, as Gradescope runs it: by the number of the submission."""
    handed = {
        "submission_metadata.yml": METADATA,
        f"submission_501/{FILE}": "a",
        f"submission_502/{FILE}": "b",
    }
    receive([export(tmp_path / "export", handed)], tmp_path / "m")
    names = [place.name for place in listing.read(tmp_path / "m").places]
    plain = report(tmp_path / "plain", dict(zip(names, (7, 4), strict=True)))
    listed, all_marks = given(tmp_path / "m", plain)
    with pytest.raises(NotebookError, match="grade again with --gradescope"):
        give_back(listed, plain, all_marks)
    graded = report(tmp_path / "report", dict(zip(names, (7, 4), strict=True)), gradescope=True)
    listed, all_marks = given(tmp_path / "m", graded, Rules(DUE, per_day=10))
    data, _ = give_back(listed, graded, all_marks)
    with zipfile.ZipFile(io.BytesIO(data)) as inside:
        inside.extractall(tmp_path / "autograder" / "source")
    for number, score, said in (
        (501, 15, ""),
        (502, points(4) * 0.8, "Handed in 2 days late"),
        (777, 0, "came after the last grading"),
    ):
        place = tmp_path / "autograder"
        (place / "submission_metadata.json").write_text(json.dumps({"id": number}))
        program = place / "source" / "run_autograder"
        subprocess.run([sys.executable, program], env={"AUTOGRADER": str(place)}, check=True)
        results = json.loads((place / "results" / "results.json").read_text("utf-8"))
        assert results["score"] == pytest.approx(score) and said in results["output"]


def test_the_commands(moodle, tmp_path, capsys):
    folder, sheet, graded = moodle
    (tmp_path / "rules.toml").write_text("due = 2026-11-20T23:59:00+01:00\nper_day = 10\n")
    both = [str(folder), str(graded), "--rules", str(tmp_path / "rules.toml")]
    out = tmp_path / "back.csv"
    assert main(["marks", *both, "--into", str(sheet.path), "--out", str(out)]) == 0
    said = capsys.readouterr().out
    assert (
        f"late: Bob Smith (s2): 1 day late: of {points(4)} points {points(4) * 0.9:g} count; the most is 15\n"
        in said
    )
    assert "not filled in: Dan Brown (s4): Moodle says that this grade cannot be changed\n" in said
    assert f"\nFilled into {out}: 2 marks." in said
    assert main(["marks", *both, "--out", str(out)]) == 0
    assert rows(out.read_text("utf-8"))[0] == list(marks.HEADINGS)
    assert main(["feedback", *both, "--out", str(tmp_path / "feedback.zip")]) == 0
    assert "The feedback of 3 for moodle is" in capsys.readouterr().out
    assert main(["feedback", *both[:2], "--out", str(tmp_path / "feedback.zip")]) == 0
    assert capsys.readouterr().out.startswith("No --rules: nothing counts as late here.")
    assert main(["marks", str(graded), str(graded), "--out", str(out)]) == 2
    assert "holds no received.json" in capsys.readouterr().err
