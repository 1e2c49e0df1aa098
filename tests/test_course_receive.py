"""What platforms export is sorted by student: nobody gets another's mark, and nothing is lost."""

import csv
import os
from datetime import datetime

import pytest
from classroom import FILE, GRADEBOOK, METADATA, WORKSHEET, export, notebook, table

from prpn_class.classroom import exports, glance, listing, roster
from prpn_class.classroom.receive import receive
from prpn_class.classroom.roster import Person, Roster, is_called
from prpn_class.grading import handed_in
from prpn_course.task import NotebookError
from prpn_edu.cli import main

MOODLE = {
    f"Ada Lovelace_11_assignsubmission_file/{FILE}": notebook("ada"),
    f"Bob Smith_12_assignsubmission_file_/{FILE}": notebook("bob"),
    "Bob Smith_12_assignsubmission_onlinetext/onlinetext.html": "see my file",
    "Dan Brown_14_assignsubmission_onlinetext/onlinetext.html": "I wrote it here",
}
CANVAS = {
    f"lovelaceada_11_301_{FILE}": notebook("first"),
    f"lovelaceada_11_305_{FILE.replace('.', '-1.')}": notebook("second"),
    f"smithbob_LATE_12_302_{FILE}": notebook("bob"),
    "sanchezgarciacleo_13_text.html": "I wrote it here",
    "notes.txt": "nobody's",
}
GRADESCOPE = {
    "assignment_9_export/submission_metadata.yml": METADATA,
    f"assignment_9_export/submission_501/{FILE}": notebook("ada"),
    f"assignment_9_export/submission_502/{FILE}": notebook("two"),
}


def there(folder):
    """What was sorted: from the path of each file to what it holds."""
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


# Names


@pytest.mark.parametrize(
    ("name", "is_folder", "known"),
    [
        ("Ada Lovelace_11_assignsubmission_file", True, ("Ada Lovelace", "11", "Ada Lovelace_11", "")),
        ("Ada_11_assignsubmission_file_", True, ("Ada", "11", "Ada_11", "")),
        ("Ada_11_assignsubmission_file_a_b.ipynb", False, ("Ada", "11", "Ada_11", "a_b.ipynb")),
        ("Participant_11_assignsubmission_file", True, ("Participant", "11", "Participant_11", "")),
        ("Ада Лавлейс_11_assignsubmission_file", True, ("Ада Лавлейс", "11", "Ада Лавлейс_11", "")),
    ],
)
def test_names_of_moodle(tmp_path, name, is_folder, known):
    export(tmp_path, {f"{name}/{FILE}" if is_folder else name: "x"})
    (one,) = exports.read(tmp_path).handed
    assert (one.name, one.number, one.key, one.file) == known


@pytest.mark.parametrize(
    ("name", "known"),
    [
        (
            "lovelaceada_11_301_a_b.ipynb",
            ("lovelaceada", "11", "lovelaceada_11_301", "a_b.ipynb", 301, False),
        ),
        (
            "lovelaceada_LATE_11_301_x.zip",
            ("lovelaceada", "11", "lovelaceada_LATE_11_301", "x.zip", 301, True),
        ),
        (f"o_connor_11_301_{FILE}", ("o_connor", "11", "o_connor_11_301", FILE, 301, False)),
        ("anon_Ab3dE_301_x.ipynb", ("anonymous Ab3dE", "Ab3dE", "anon_Ab3dE_301", "x.ipynb", 301, False)),
        (
            "LATE_anon_Ab3dE_301_x.ipynb",
            ("anonymous Ab3dE", "Ab3dE", "LATE_anon_Ab3dE_301", "x.ipynb", 301, True),
        ),
        ("a_11_301_7_8_x.ipynb", ("a", "11", "a_11_301", "7_8_x.ipynb", 301, False)),
    ],
)
def test_names_of_canvas(tmp_path, name, known):
    export(tmp_path, {name: "x"})
    (one,) = exports.read(tmp_path).handed
    assert (one.name, one.number, one.key, one.file, one.order, one.late) == known


@pytest.mark.parametrize(
    ("name", "platform", "known"),
    [
        (f"Sheet 7_ada1_attempt_2026-11-20-10-15-30_{FILE}", "blackboard", ("ada1", "ada1", FILE)),
        ("My_sheet_ada1_attempt_2026-11-20-10-15-30_a_b.zip", "blackboard", ("ada1", "ada1", "a_b.zip")),
        (  # a student's own name for a file says nothing of who handed it in
            f"Sheet 7_eve1_attempt_2026-11-20-10-15-30_x_ada1_attempt_2026-11-21-10-15-30_{FILE}",
            "blackboard",
            ("eve1", "eve1", f"x_ada1_attempt_2026-11-21-10-15-30_{FILE}"),
        ),
        (
            f"12-34 - Ada Lovelace - Nov 3, 2026 905 AM - {FILE}",
            "brightspace",
            ("Ada Lovelace", "12-34", FILE),
        ),
        ("12-34 - O - Nov 30, 2026 1205 PM - a - b.ipynb", "brightspace", ("O", "12-34", "a - b.ipynb")),
    ],
)
def test_names_of_blackboard_and_brightspace(tmp_path, name, platform, known):
    export(tmp_path, {name: "x", "notes.txt": "nobody's"})
    found = exports.read(tmp_path)
    (one,) = found.handed
    assert found.platform == platform and (one.name, one.key, one.file) == known
    assert found.left_out == ["notes.txt"]


def test_blackboard_and_brightspace_tell_the_time(tmp_path):
    """Without a zone: as in Moodle's table, it is taken to be in that of `due`."""
    for folder, name, time in (
        ("one", f"Sheet 7_ada1_attempt_2026-11-20-10-15-30_{FILE}", datetime(2026, 11, 20, 10, 15, 30)),
        ("two", f"12-34 - Ada Lovelace - Nov 3, 2026 905 PM - {FILE}", datetime(2026, 11, 3, 21, 5)),
        ("three", f"Sheet 7_ada1_attempt_2026-19-20-10-15-30_{FILE}", None),
    ):
        (one,) = exports.read(export(tmp_path / folder, {name: "x"})).handed
        assert one.time == time


def test_the_text_that_blackboard_writes_beside_an_attempt_is_not_told_as_nobody_s(tmp_path):
    """One that stands alone may be all that somebody handed in."""
    beside, alone = (f"Sheet 7_{login}_attempt_2026-11-20-10-15-30.txt" for login in ("ada1", "bob1"))
    export(
        tmp_path, {beside.replace(".txt", f"_{FILE}"): "x", beside: "of Blackboard", alone: "of Blackboard"}
    )
    assert exports.read(tmp_path).left_out == [alone]


def test_of_two_attempts_the_later_counts_and_the_login_finds_the_person(tmp_path):
    names = (f"Sheet 7_ada1_attempt_2026-11-{day}-10-15-30_{FILE}" for day in (19, 20))
    folder = export(tmp_path / "download", dict(zip(names, map(notebook, ("old", "new")), strict=True)))
    table = tmp_path / "class.csv"
    table.write_text("id,name,login\ns1,Ada Lovelace,ada1\n", "utf-8")
    listed = receive([folder], tmp_path / "monday", roster.read(table))
    assert [place.name for place in listed.places] == ["Ada Lovelace (s1)"]
    (kept,) = (tmp_path / "monday/submissions/Ada Lovelace (s1)").rglob("*.ipynb")
    assert "new" in kept.read_text("utf-8") and not listed.places[0].remarks
    assert listed.places[0].time == datetime(2026, 11, 20, 10, 15, 30)


def test_of_blackboard_s_attempts_the_last_counts_alone_under_whatever_names(tmp_path):
    """A draft under the sheet's own name is no part of a later attempt with another name."""
    names = (
        f"Sheet 7_ada1_attempt_2026-11-18-10-15-30_{FILE}",
        "Sheet 7_ada1_attempt_2026-11-20-10-15-30_07-prpn-gates-final.ipynb",
    )
    folder = export(tmp_path / "download", dict(zip(names, map(notebook, ("old", "new")), strict=True)))
    listed = receive([folder], tmp_path / "monday")
    assert [(place.files, place.attempts) for place in listed.places] == [(["07-prpn-gates-final.ipynb"], 2)]


def test_a_worksheet_in_another_language_is_told_with_its_cure(tmp_path):
    table = tmp_path / "bewertungen.csv"
    table.write_text(
        "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung\nTeilnehmer/in11,Ada,a@b.de,x,-\n"
    )
    with pytest.raises(NotebookError, match="set Moodle's language to English"):
        roster.read(table)


@pytest.mark.parametrize(
    ("name", "own"),
    [
        ("07-prpn-gates-1.ipynb", FILE),
        ("07-prpn-gates (2).ipynb", FILE),
        ("Copy of 07-prpn-gates.ipynb", FILE),
        ("07-PRPN-gates_3.ipynb", "07-PRPN-gates.ipynb"),
        ("sheet-7.ipynb", "sheet-7.ipynb"),
        ("07-prpn-gates.zip", "07-prpn-gates.zip"),
    ],
)
def test_what_a_browser_put_behind_a_name_goes(name, own):
    assert exports.own_name(name) == own


def test_gradescope_tells_people_and_times(tmp_path):
    read = exports.read(export(tmp_path, GRADESCOPE))
    assert read.platform == "gradescope"
    ada, two = read.handed
    assert ada.people == (("Ada Lovelace", "s1", "ada@uni.example"),) and ada.key == "submission_501"
    assert [person[1] for person in two.people] == ["s2", "s3"]
    assert two.time.isoformat() == "2026-11-22T23:00:00+01:00"


def test_odd_metadata_stops_with_a_word_or_does_no_harm(tmp_path):
    export(tmp_path, GRADESCOPE)
    path = tmp_path / "assignment_9_export/submission_metadata.yml"
    for text in ("a: [", "!!python/object/apply:os.system ['true']", "[" * 5000):
        path.write_text(text)
        with pytest.raises(NotebookError, match="export the submissions again"):
            exports.read(path.parent)
    path.write_text("submission_501: {':submitters': 7}\n../../x: {}\nsubmission_502: 5\n")
    (one,) = exports.read(path.parent, "gradescope").handed
    assert (one.name, one.people) == ("submission_501", ())
    lists = "".join(f"a{k}: &a{k} [{', '.join([f'*a{k - 1}'] * 9)}]\n" for k in range(1, 9))
    path.write_text(f"a0: &a0 []\n{lists}submission_501: {{':submitters': [{{':name': *a8}}]}}\n")
    (one,) = exports.read(path.parent, "gradescope").handed  # 9^8 lists, where each were written out
    assert one.people == (("", "", ""),)


@pytest.mark.parametrize("platform", ["moodle", "canvas", "gradescope"])
def test_what_is_no_export_is_told_with_an_example(tmp_path, platform):
    export(tmp_path, {f"ada/{FILE}": "x"})
    with pytest.raises(NotebookError, match="holds nothing that is called as"):
        exports.read(tmp_path, platform)
    assert exports.read(tmp_path).platform == "folders"


def test_an_archive_is_to_be_unpacked(tmp_path):
    (tmp_path / "export.zip").write_bytes(b"PK")
    with pytest.raises(NotebookError, match=r"unpack it \(unzip export\.zip -d export\)"):
        exports.read(tmp_path / "export.zip")


# The roster


@pytest.mark.parametrize(
    ("text", "first"),
    [
        (WORKSHEET, ("s1", "Ada Lovelace", "ada@uni.example", "", "11")),
        (GRADEBOOK, ("s1", "Ada Lovelace", "", "ada", "11")),
        (
            "First Name,Last Name,SID,Email,Role\nGrace,Hopper,,grace@uni.example,Instructor\n"
            "Ada,Lovelace,s1,ada@uni.example,Student\n",
            ("s1", "Ada Lovelace", "ada@uni.example", "", ""),
        ),
        ("\ufeffid;name\ns1;Ada Lovelace\n", ("s1", "Ada Lovelace", "", "", "")),
        ("email\nada@uni.example\n", ("ada@uni.example", "ada@uni.example", "ada@uni.example", "", "")),
    ],
)
def test_rosters_of_all_platforms(tmp_path, text, first):
    person = next(iter(table(tmp_path, text).people.values()))
    assert (person.id, person.name, person.email, person.login, person.number) == first


def test_canvas_puts_lines_between_that_are_nobody(tmp_path):
    names = [person.name for person in table(tmp_path, GRADEBOOK).people.values()]
    assert names == ["Ada Lovelace", "Bob Smith", "Cleo Sanchez-Garcia"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mark,weather\n1,rain\n", r"no heading in its first line names people \(mark, weather\)"),
        ("id,name\ns1,Ada\ns1,Bob\n", "lines 2 and 3: both have the id s1"),
        ("id,name\n", "nobody is in it"),
        ("", "no heading"),
    ],
)
def test_a_roster_that_cannot_be_used(tmp_path, text, words):
    with pytest.raises(NotebookError, match=words):
        table(tmp_path, text)


def test_windows_writes_other_bytes(tmp_path):
    (tmp_path / "roster.csv").write_bytes("id;name\ns1;Zoë Müller\n".encode("cp1252"))
    assert next(iter(roster.read(tmp_path / "roster.csv").people.values())).name == "Zoë Müller"


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_blackboard_writes_its_table_in_utf_16_with_tabs(tmp_path, encoding):
    text = (
        '"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Sheet 7 [Total Pts: 15 Score] |111"\n'
        '"Müller"\t"Zoë"\t"u6"\t"s6"\t""\n'
    )
    mark = "" if encoding == "utf-16" else "\ufeff"
    (tmp_path / "roster.xls").write_bytes((mark + text).encode(encoding))
    (person,) = roster.read(tmp_path / "roster.xls").people.values()
    assert (person.id, person.name, person.login) == ("s6", "Zoë Müller", "u6")


PEOPLE = Roster(
    [
        Person("s1", "Ada Byron Lovelace", "ada@uni.example", "ada", number="11"),
        Person("s2", "Bob Smith", number="12"),
        Person("s3", "Bob Smith", number="13"),
        Person("s4", "Zoë O'Brien"),
    ]
)


@pytest.mark.parametrize(
    ("name", "number", "given", "email", "found"),
    [
        ("anything", "12", "", "", "s2"),
        ("lovelaceadabyron", "", "", "", "s1"),
        ("byronlovelaceada", "", "", "", "s1"),
        ("Zoe\u0308 O'Brien", "", "", "", "s4"),
        ("obrienzoë", "77", "", "", "s4"),  # the roster has no number of hers
        ("Bob Smith", "", "", "", None),  # there are two
        ("Bob Smith", "14", "", "", None),  # an account that the roster does not have
        ("Ada Byron Lovelace", "14", "", "", None),  # one who took her name
        ("", "", "S1", "", "s1"),
        ("", "", "", "ADA@uni.example", "s1"),
        ("s2", "", "", "", "s2"),
        ("adalovelace", "", "", "", None),
    ],
)
def test_people_are_found_by_what_only_they_have(name, number, given, email, found):
    person = PEOPLE.find(name, number, given, email)
    assert (person.id if person else None) == found


# Sorted


def test_moodle_with_its_worksheet(tmp_path):
    listed = receive([export(tmp_path / "export", MOODLE)], tmp_path / "out", table(tmp_path, WORKSHEET))
    assert there(tmp_path / "out" / "submissions") == {
        f"Ada Lovelace (s1)/{FILE}": notebook("ada"),
        f"Bob Smith (s2)/{FILE}": notebook("bob"),
        "Dan Brown (s4)/onlinetext.html": "I wrote it here",  # the grader says what is wrong with it
    }
    assert listed.platform == "moodle" and [person.id for person in listed.absent] == ["s3"]
    assert listed.places[1].time.isoformat() == "2026-11-21T21:00:00"
    assert listing.read(tmp_path / "out") == listed
    graded = [entry.name for entry in handed_in.entries(tmp_path / "out" / "submissions")]
    assert graded == [place.name for place in listed.places]  # by these the marks are found again


def test_canvas_with_its_gradebook(tmp_path):
    """Of two uploads the one with the higher number counts; the other is kept."""
    listed = receive([export(tmp_path / "export", CANVAS)], tmp_path / "out", table(tmp_path, GRADEBOOK))
    assert there(tmp_path / "out" / "submissions") == {
        f"Ada Lovelace (s1)/{FILE}": notebook("second"),
        f"Bob Smith (s2)/{FILE}": notebook("bob"),
        "Cleo Sanchez-Garcia (s3)/text.html": "I wrote it here",
    }
    assert there(tmp_path / "out" / "earlier") == {f"Ada Lovelace (s1)/1/{FILE}": notebook("first")}
    ada, bob, _ = listed.places
    assert (ada.attempts, ada.late, bob.attempts, bob.late) == (2, False, 1, True)
    assert listed.left_out == ["notes.txt"]


def test_gradescope_without_a_roster(tmp_path):
    listed = receive([export(tmp_path / "export", GRADESCOPE)], tmp_path / "out")
    assert [place.name for place in listed.places] == ["Ada Lovelace", "Bob Smith and Cleo Sanchez-Garcia"]


def test_two_sheets_of_one_student_are_no_attempts(tmp_path):
    both = {f"a_11_301_{FILE}": notebook("7"), "a_11_302_08-the-three-networks.ipynb": notebook("8")}
    listed = receive([export(tmp_path / "export", both)], tmp_path / "out")
    assert listed.places[0].attempts == 1
    assert len(there(tmp_path / "out" / "submissions")) == 2


def test_the_last_download_counts_and_the_same_twice_is_once(tmp_path):
    first = export(tmp_path / "1", MOODLE)
    changed = {f"Ada Lovelace_11_assignsubmission_file/{FILE}": notebook("better")}
    second = export(tmp_path / "2", MOODLE | changed)
    listed = receive([first, second], tmp_path / "out", table(tmp_path, WORKSHEET))
    out = tmp_path / "out"
    assert there(out / "submissions")[f"Ada Lovelace (s1)/{FILE}"] == notebook("better")
    assert there(out / "earlier") == {f"Ada Lovelace (s1)/1/{FILE}": notebook("ada")}
    assert [place.attempts for place in listed.places] == [2, 1, 1]
    receive([second, first], out, table(tmp_path, WORKSHEET))  # again, the other way round
    assert there(out / "submissions")[f"Ada Lovelace (s1)/{FILE}"] == notebook("ada")


def test_a_group_has_one_folder_and_the_last_of_it_counts(tmp_path):
    people = "id,name,number,group\ns1,Ada Lovelace,11,Team A\ns2,Bob Smith,12,Team A\ns3,Cleo Brown,13,\n"
    handed = {
        f"lovelaceada_11_301_{FILE}": notebook("one"),
        f"smithbob_12_302_{FILE}": notebook("two"),
        f"browncleo_13_300_{FILE}": notebook("cleo"),
    }
    listed = receive([export(tmp_path / "export", handed)], tmp_path / "out", table(tmp_path, people))
    assert there(tmp_path / "out" / "submissions") == {
        f"Cleo Brown (s3)/{FILE}": notebook("cleo"),
        f"Team A/{FILE}": notebook("two"),
    }
    assert [person.id for person in listed.places[1].people] == ["s1", "s2"]
    named = {f"Team A_500_assignsubmission_file/{FILE}": notebook("team")}
    listed = receive([export(tmp_path / "moodle", named)], tmp_path / "out", table(tmp_path, people))
    assert [person.id for person in listed.places[0].people] == ["s1", "s2"]


def test_who_was_last_in_a_group_may_be_unknown(tmp_path):
    people = "id,name,group\ns1,Ada Lovelace,Team A\ns2,Bob Smith,Team A\n"
    handed = {
        f"Ada Lovelace_11_assignsubmission_file/{FILE}": notebook("one"),
        f"Bob Smith_12_assignsubmission_file/{FILE}": notebook("two"),
    }
    listed = receive([export(tmp_path / "export", handed)], tmp_path / "out", table(tmp_path, people))
    assert "does not tell who was last" in listed.places[0].remarks[0]


def test_one_who_took_a_name_is_noticed(tmp_path):
    handed = {
        f"Ada Lovelace_11_assignsubmission_file/{FILE}": notebook("ada"),
        f"Ada Lovelace_66_assignsubmission_file/{FILE}": notebook("mallory"),
    }
    folder = export(tmp_path / "export", handed)
    listed = receive([folder], tmp_path / "out", table(tmp_path, WORKSHEET))  # it has her number
    assert [place.name for place in listed.places] == ["Ada Lovelace (66)", "Ada Lovelace (s1)"]
    assert listed.places[0].remarks == ["Ada Lovelace is not in the roster"]
    listed = receive([folder], tmp_path / "out", table(tmp_path, "id,name\ns1,Ada Lovelace\n"))
    assert listed.places[0].remarks == ["handed in from several accounts (11, 66): is it one person?"]


def test_who_calls_himself_like_a_group_is_noticed(tmp_path):
    people = "id,name,group\ns1,Ada Lovelace,Team A\ns2,Bob Smith,Team A\n"
    handed = {
        f"Team A_77_assignsubmission_file/{FILE}": notebook("team"),
        f"Team A_66_assignsubmission_file/{FILE}": notebook("eve"),
    }
    listed = receive([export(tmp_path / "export", handed)], tmp_path / "out", table(tmp_path, people))
    (place,) = listed.places
    assert "handed in from several accounts (66, 77): is each of the group?" in place.remarks
    assert place.accounts == ["66", "77"]


def test_the_folder_of_one_student_is_not_taken_for_an_export(tmp_path):
    name = f"Ada Lovelace_11_assignsubmission_file_{FILE}"
    export(tmp_path, {f"Mallory/{name}": notebook("mallory")})
    (one,) = exports.read(tmp_path).handed
    assert exports.read(tmp_path).platform == "folders" and one.name == "Mallory"
    for called in ("assignment_9_export", "submissions", "NLP-Sheet 7-4711"):
        (one,) = exports.read(export(tmp_path / called, {f"{called}/{name}": "x"})).handed
        assert one.name == "Ada Lovelace"


def test_a_number_that_has_another_name_is_noticed(tmp_path):
    """As where a group of Moodle's has the number of a participant, and the roster has no groups."""
    handed = {
        f"Team A_11_assignsubmission_file/{FILE}": notebook("ada"),
        f"Participant_12_assignsubmission_file/{FILE}": notebook("bob"),  # where names are hidden
    }
    folder = export(tmp_path / "export", handed)
    listed = receive([folder], tmp_path / "out", table(tmp_path, WORKSHEET))
    remarks = [place.remarks for place in listed.places]
    assert remarks == [["11 is called Team A by the platform: is it the same person?"], []]


def test_a_name_without_its_accents_is_the_same_name():
    """Canvas writes Ångström as angstrom."""
    people = [Person("1", "Björn Ångström"), Person("2", "Bjorn Angst"), Person("3", "Björn Angst")]
    assert is_called("angstrombjorn")(people[0]) and not is_called("angstbjorn")(people[0])
    known = Roster(people)
    assert known.find("angstrombjorn") == people[0]
    assert known.find("Bjorn Angst") == people[1] and known.find("Björn Angst") == people[2]


def test_a_file_has_the_student_s_own_name_in_what_is_said(tmp_path):
    folder = export(tmp_path / "export", {"lovelaceada_11_301_work.py": "x"})
    (place,) = receive([folder], tmp_path / "out").places
    assert place.remarks[0].startswith("work.py is no notebook")


def test_a_file_of_another_kind_is_kept_whole(tmp_path):
    """A notebook that a browser saved as a text is renamed by whoever grades."""
    folder = export(tmp_path / "export", {f"lovelaceada_11_301_{FILE}.txt": notebook("ada")})
    receive([folder], tmp_path / "out")
    assert [*there(tmp_path / "out/submissions").values()] == [notebook("ada")]


def test_hostile_names_and_files(tmp_path):
    folder = tmp_path / "export"
    export(
        folder,
        {
            f"=cmd('x')_11_assignsubmission_file/{FILE}": "x",
            f"+Ada\x1b[2J;=1_12_assignsubmission_file/deep/{FILE}": "y",
            f"con. _13_assignsubmission_file/{FILE}": "z",
        },
    )
    link = folder / "Eve_14_assignsubmission_file"
    link.mkdir()
    (link / FILE).symlink_to("/etc/passwd")
    (folder / "Fay_15_assignsubmission_file").symlink_to("/etc")
    (folder / os.fsdecode(b"Gus\xff_16_assignsubmission_file")).mkdir()
    listed = receive([folder], tmp_path / "out")
    assert len(listed.places) == 6
    out = there(tmp_path / "out" / "submissions")
    assert not any("root:" in content for content in out.values())
    for place in listed.places:
        assert place.name[0].isalnum() and not set(place.name) & set('=+;,/\\:"<>|*?\x1b')
    eve = next(place for place in listed.places if place.name.startswith("Eve"))
    assert "is a link and was not followed" in eve.remarks[0]
    with (tmp_path / "out" / "received.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert len(rows) == 7
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


FACE = "\U0001f600"  # four bytes of the 255 that a name on a disk may have


def folding(number):
    """Names that are one where capitals do not count."""
    return [format(n, "08b").replace("1", "A").replace("0", "a") + ".ipynb" for n in range(number)]


@pytest.mark.parametrize(
    "names",
    [
        (f"{FILE}/{FILE}",),
        (f"{FACE * 61}.ipynb", f"{FACE * 61}.IPYNB"),
        folding(60),
        ("a?.ipynb", "a*.ipynb/b.ipynb"),
        ("/".join(["deep" * 25] * 20) + f"/{FILE}",),
        (".. /... /.ipynb",),
    ],
    ids=["a folder called notebook", "long", "folding", "file and folder", "deep", "dots"],
)
def test_no_name_of_one_student_stops_the_class(tmp_path, names):
    files = {f"Eve_14_assignsubmission_file/{name}": name for name in names}
    folder = export(tmp_path / "export", {**files, f"Ada_11_assignsubmission_file/{FILE}": "ada"})
    receive([folder], tmp_path / "out")
    sorted_ = there(tmp_path / "out" / "submissions")
    assert sorted_.pop(f"Ada (11)/{FILE}") == "ada"
    assert {*names} <= {*sorted_.values()}, "something is lost"
    assert all(len(part.encode()) <= 150 for path in sorted_ for part in path.split("/"))


def test_a_file_of_canvas_may_be_called_dots_and_a_group_be_long(tmp_path):
    receive([export(tmp_path / "canvas", {"eve_14_302_..": "x"})], tmp_path / "out")
    assert there(tmp_path / "out" / "submissions") == {"eve (14)/file": "x"}
    people = "id,name\n" + "".join(f"s{k},{'ก' * 40}{k}\n" for k in range(4))
    told = "".join(f"  - :sid: s{k}\n" for k in range(4))
    group = {"submission_metadata.yml": f"submission_1:\n  :submitters:\n{told}", f"submission_1/{FILE}": "x"}
    (place,) = receive([export(tmp_path / "group", group)], tmp_path / "2", table(tmp_path, people)).places
    assert len(place.people) == 4 and len(place.name.encode()) <= 160


def test_what_is_too_much_together_is_told_and_not_held(tmp_path, monkeypatch):
    monkeypatch.setattr(handed_in, "LARGEST", 1_000)
    files = {f"eve_14_{n}_{n}.ipynb": str(n) * 200 for n in (301, 302)}
    listed = receive([export(tmp_path / "export", files)], tmp_path / "out")
    assert "302.ipynb is too much with the files before it" in listed.places[0].remarks[0]


NUMBERS = "id,name,identifier,group\ns1,Ada Lovelace,11,Team A\ns3,Cleo Brown,13,\ns4,Eve Black,14,\n"


@pytest.mark.parametrize(
    ("called", "whose", "remark"),
    [
        (f"Team A_14_assignsubmission_file/{FILE}", ["s4"], "14 is called Team A by the platform"),
        (f"s1_66_assignsubmission_file/{FILE}", [], "s1 is not in the roster"),
        (f"Ada\u200b Lovelace_66_assignsubmission_file/{FILE}", [], "is not in the roster"),
        (f"browncleo_13_14_302_{FILE}", ["s3"], "may also be read as that of Eve Black: look"),
        (f"browncleo_13_302_7_8_{FILE}", ["s3"], ""),
    ],
)
def test_who_calls_himself_like_another_gets_nothing_of_hers(tmp_path, called, whose, remark):
    listed = receive([export(tmp_path / "export", {called: "x"})], tmp_path / "out", table(tmp_path, NUMBERS))
    (place,) = listed.places
    assert [person.id for person in place.people] == whose
    assert remark in "".join(place.remarks) and bool(remark) == bool(place.remarks)


def test_one_who_is_in_two_groups_is_told(tmp_path):
    told = "submission_1: {':submitters': [{':sid': s1}]}\n"
    told += "submission_2: {':submitters': [{':sid': s1}, {':sid': s4}]}\n"
    files = {"submission_metadata.yml": told, f"submission_1/{FILE}": "a", f"submission_2/{FILE}": "b"}
    people = table(tmp_path, "id,name\ns1,Ada\ns4,Eve\n")
    listed = receive([export(tmp_path / "export", files)], tmp_path / "out", people)
    assert [place.remarks for place in listed.places] == 2 * [
        ["Ada is in 2 of these: only one mark can count, look"]
    ]


def test_a_class_of_thousands_is_not_searched_for_each():
    looked = []

    class Seen(str):
        def casefold(self):
            looked.append(self)
            return str(self)

    roster_ = Roster(Person(Seen(f"s{k}"), f"Given Name{k}") for k in range(100))
    looked.clear()
    assert [roster_.find(f"name{k}given").id for k in range(100)] == [f"s{k}" for k in range(100)]
    assert not looked


def test_the_place_is_ours_or_free(tmp_path):
    folder = export(tmp_path / "export", MOODLE)
    thesis = export(tmp_path / "thesis", {"chapter.tex": "years of work"})
    with pytest.raises(NotebookError, match="is none of ours"):
        receive([folder], thesis)
    assert there(thesis) == {"chapter.tex": "years of work"}
    with pytest.raises(NotebookError, match="come from several platforms"):
        receive([folder, export(tmp_path / "canvas", CANVAS)], tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_the_command_says_who_is_missing(tmp_path, capsys):
    export(tmp_path / "export", CANVAS)
    table(tmp_path, GRADEBOOK.replace("Cleo", "Zoe"))
    command = ["receive", str(tmp_path / "export"), "--out", str(tmp_path / "out")]
    assert main([*command, "--roster", str(tmp_path / "roster.csv")]) == 0
    out = capsys.readouterr().out
    assert "from canvas: 3 handed in\nin the roster: 3; handed in nothing: 0\n" in out
    assert "handed in several times: 1; the last counts, the others are in earlier/\n" in out
    assert "earlier, kept" not in out and "left out, as nobody's: notes.txt" in out
    assert main([*command[:2], "--out", str(tmp_path / "export")]) == 2


def test_a_glance_at_the_files_is_told_before_they_are_graded(tmp_path, capsys):
    """Who handed in nothing that can be graded is asked at once, and not a step later."""
    whole, other = notebook("x"), "06-looking-back.ipynb"
    handed = {
        "ada": {FILE: whole},
        "bob": {f"07-prpn-gates (1){FILE[-6:]}": "\ufeff" + whole, ".ipynb_checkpoints/old.ipynb": whole},
        "cleo": {FILE: " \n"},
        "dan": {FILE: whole[:-9]},
        "eve": {other: whole},
        "flo": {FILE: whole, "draft.ipynb": whole + "\n"},
        "gus": {"mine.ipynb": whole},
        "hal": {f"{name}.ipynb": whole for name in (FILE[:-6], *"abcdef")},
    }
    for name, files in handed.items():
        export(tmp_path / "export" / name, files)
    assert main(["receive", str(tmp_path / "export"), "--out", str(tmp_path / "monday")]) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    told = [line for line in lines if line.split(":")[0] in handed]
    again = "hand in the notebook again, as JupyterLab saves it, or Colab downloads it (.ipynb)"
    assert told == [
        f"cleo: {FILE} cannot be read as a notebook, for it is empty; {again}",
        f"dan: {FILE} cannot be read as a notebook; {again}",
        f"eve: handed in {other}, and most others {FILE}: is it another sheet?",
        f"flo: handed in 2 notebooks, of which one of a sheet counts: {FILE}, draft.ipynb",
        f"hal: handed in 7 notebooks, of which one of a sheet counts: {FILE}, a.ipynb, b.ipynb, c.ipynb, "
        "d.ipynb, 2 more",
    ]
    wide = handed_in.File(FILE, whole.encode("utf-16"))
    assert glance.broken(wide) == ""


def test_files_that_were_repaired_are_not_lost(tmp_path):
    export(
        tmp_path / "export", {"ada/07-prpn-gates.ipynb.txt": notebook("ada"), f"bob/{FILE}": notebook("bob")}
    )
    monday = tmp_path / "monday"
    receive([tmp_path / "export"], monday)
    receive([tmp_path / "export"], monday)  # as it was: nothing is lost
    kept = monday / "submissions" / "ada" / f"{FILE}.txt"
    kept.rename(kept.with_suffix(""))
    with pytest.raises(NotebookError, match="the files of ada were changed there, and would be lost; give"):
        receive([tmp_path / "export"], monday)
    assert kept.with_suffix("").exists()
    receive([tmp_path / "export"], tmp_path / "another")
    (monday / listing.LIST).write_text("torn")
    receive([tmp_path / "export"], monday)
