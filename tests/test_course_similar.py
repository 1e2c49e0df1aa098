"""Likeness: renaming hides nothing, what all were given counts nothing, and the page accuses nobody."""

import contextlib
import csv
import io
import json
import re
import types
from pathlib import Path

import pytest

from prpn_class.classroom import similar
from prpn_class.classroom.passages import compare, lines_with, passages
from prpn_class.grading import tokens as grading
from prpn_class.grading.tokens import LONGEST, identical, is_cut, tokens
from prpn_class.sandbox import confinement, finding
from prpn_class.sandbox.archives import SubmissionError
from prpn_course.authoring.stubs import BEGIN, END
from prpn_edu.cli import main

ROOT = Path(__file__).parents[1]
SOLUTION = ROOT / "solutions" / "07-prpn-gates.ipynb"
ODD = """def limit_distribution(alpha):
    size = alpha.shape[0]
    table = [[0.0] * size for _ in range(size)]
    for row in range(size):
        rest = 1.0
        for col in reversed(range(1, row)):
            table[row][col] = rest * (1 - float(alpha[row, col]))
            rest = rest - table[row][col]
        if row > 0:
            table[row][0] = rest
    return torch.tensor(table)
"""
OTHER = """def limit_distribution(alpha):
    T = len(alpha)
    p = torch.zeros(T, T)
    for t in range(1, T):
        for k in range(t):
            value = 1 - alpha[t, k] if k else torch.tensor(1.0)
            for j in range(k + 1, t):
                value = value * alpha[t, j]
            p[t, k] = value
    return p
"""


def renamed(source):
    """The same with other names, comments, quotes and blanks."""
    for old, new in (("size", "n"), ("table", "out"), ("rest", "left"), ("row", "i"), ("col", "j")):
        source = re.sub(rf"\b{old}\b", new, source)
    return source.replace("\n", "  # mine\n\n").replace("    ", "        ")


def words(source):
    return [word for word, _ in tokens(source)]


def test_names_comments_and_layout_do_not_count():
    assert words(ODD) == words(renamed(ODD))
    assert words("x.tril(a) # b") == ["name", ".", "tril", "(", "name", ")"]
    assert words("for row in range(3): 'a'") == ["for", "name", "in", "range", "(", "3", ")", ":", "''"]
    assert words('f"""a # no comment\n"b" """ + r\'x\\\'y\'') == ["''", "+", "''"]
    assert words("a = b'\\") == ["name", "=", "''", "\\"]  # broken code has tokens too
    for quote in ("'", "'''", '"', '"""'):  # strings without an end, of which the first takes all
        assert len(words(f"\\{quote}" * 33_333)) < 9, "read again from each quote on: minutes"
    for quote in ("'''", '"""'):  # nor does a backslash at the very end, which escapes nothing
        assert words(f"\\{quote}\n" * 2_000 + "\\") == ["\\", "''"], "read again from each quote on: hours"


def test_lines_are_counted():
    assert [line for _, line in tokens("a\n\n'''x\ny'''\nb")] == [0, 2, 4]


def test_a_renamed_copy_is_the_same_and_another_way_is_not():
    answers = {"ada": {"7.3": ODD}, "bob": {"7.3": renamed(ODD)}, "cleo": {"7.3": OTHER}}
    first = compare(answers, [])[0]
    assert (first.first, first.second, first.tasks) == ("ada", "bob", ("7.3",))
    assert first.share == 1
    assert all(pair.share < 0.2 for pair in compare(answers, [])[1:])
    assert lines_with(ODD, [one for _, one in first.passages]) == set(range(11))


def test_what_everybody_was_given_does_not_count():
    answers = {"ada": {"7.3": ODD}, "bob": {"7.3": ODD}}
    assert compare(answers, [renamed(ODD)]) == []
    (pair,) = compare({"ada": {"7.3": ODD + OTHER}, "bob": {"7.3": ODD + OTHER}}, [OTHER])
    left = {one for _, one in pair.passages}
    assert passages(ODD) - passages(OTHER) <= left
    assert not left & passages(OTHER)


def test_what_many_have_counts_little():
    """Twenty who all write the same are not twenty who copied; two among twenty stand out."""
    many = {f"s{n:02}": {"7.3": ODD} for n in range(20)}
    assert all(pair.weight == 0 for pair in compare(many, []))
    few = {f"s{n:02}": {"7.3": ODD if n < 2 else OTHER} for n in range(20)}
    first = compare(few, [])[0]
    assert (first.first, first.second) == ("s00", "s01") and first.weight > 50


def test_nothing_hides_behind_a_long_comment_and_much_code_is_cut_and_told():
    ada, bob = {"7.1": ODD}, {"7.1": "#" * 10**6 + "\n" * 10**5 + ODD}
    assert len(compare({"ada": ada, "bob": bob}, [])) == 1
    long = {"7.1": "x = 1; " * LONGEST + ODD}
    assert not compare({"ada": ada, "bob": long}, [])
    assert similar._notes([], {"ada": ada, "eve": long}, []) == [
        "Compared in their first 10000 tokens only, look: eve."
    ]


@pytest.mark.parametrize("padding", ["#\n", "\n#", " #x\n\t", '# """\r\n'])
def test_nothing_hides_behind_megabytes_of_short_comments(padding):
    padding = f"{padding * (4_000_000 // len(padding))}\n"
    for padded in (padding + ODD, ODD + "\n" + padding):
        assert [word for word, _ in tokens(padded)] == [word for word, _ in tokens(ODD)]
        assert len(compare({"ada": {"7.1": ODD}, "bob": {"7.1": padded}}, [])) == 1 and not is_cut(padded)


def test_a_source_that_answers_all_tasks_is_read_once(monkeypatch):
    read = []
    monkeypatch.setattr(grading, "words", lambda source: read.append(source) or words(source))
    published = {str(k): f"    {BEGIN}\n{ODD}    {END}\n" for k in range(7)}
    assert identical(dict.fromkeys(published, "x"), published) == ([], 7)
    assert read.count("x") == 1


def test_many_who_hand_in_the_same_large_thing_take_no_memory_a_pair():
    source = " ".join(map(str, range(300)))
    pairs = compare({str(k): {"7.1": source} for k in range(20)}, [])
    assert len(pairs) == 20 * 19 // 2 and len({id(pair.sets[0]) for pair in pairs}) == 19
    assert "160 more pairs have as much in common; they are in similar.csv." in similar._notes(pairs, {}, [])


def test_a_page_shows_so_much_of_a_line():
    source = ODD + "x = 1;" * 10**6
    pairs = compare({name: {"7.1": source} for name in ("ada", "bob")}, [])
    page = similar.page("07", pairs, {name: {"7.1": source} for name in ("ada", "bob")}, ["<b>"])
    assert len(page) < 100_000 and "<p>&lt;b&gt;</p>" in page


def test_another_task_is_another_matter():
    assert compare({"ada": {"7.3": ODD}, "bob": {"7.4": ODD}}, []) == []


def test_a_short_answer_has_no_passage():
    assert compare({"ada": {"7.1": "x = 1"}, "bob": {"7.1": "x = 1"}}, []) == []


class Here:
    """In place of a sandbox: reads in this process."""

    def __init__(self, *_, **__):
        pass

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def run(self, steps):
        try:
            reply = types.SimpleNamespace(submission=finding.read(steps[0].files, steps[0].released))
        except SubmissionError as error:
            reply = types.SimpleNamespace(submission=None, refused=str(error))
        return types.SimpleNamespace(replies={0: reply})


@pytest.fixture(scope="module")
def named(tmp_path_factory):
    """A class of four, what was written on it, what was said, and the command."""
    tmp_path = tmp_path_factory.mktemp("similar")
    sources = {"=ada<b>": ODD, "bob": renamed(ODD), "cleo": OTHER, "dan": None}
    for name, source in sources.items():
        cell = {"cell_type": "code", "metadata": {}, "source": source, "outputs": [], "execution_count": None}
        content = {"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
        (tmp_path / "class" / name).mkdir(parents=True)
        text = json.dumps(content) if source else "{"
        (tmp_path / "class" / name / SOLUTION.name).write_text(text, "utf-8")
    command = ["similar", str(tmp_path / "class"), "--sheet", "7", "--solutions", str(SOLUTION)]
    with pytest.MonkeyPatch.context() as patched, contextlib.redirect_stdout(io.StringIO()) as said:
        patched.setattr(confinement, "trouble", lambda: None)
        patched.setattr(similar, "Worker", Here)
        for _ in range(2):  # the second replaces the first
            assert main([*command, "--out", str(tmp_path / "out")]) == 0
    return tmp_path / "out", said.getvalue(), command


def test_the_table_and_the_page(named):
    out, said, _ = named
    assert "  not read: dan\n" in said
    assert "Named: 1 pair. Not read: 1. For the staff only" in said
    with (out / "similar.csv").open(encoding="utf-8-sig", newline="") as file:
        first = next(csv.DictReader(file))
    assert (first["one"], first["the other"], first["tasks"]) == ("'=ada<b>", "bob", "7.3")
    page = " ".join((out / "similar.html").read_text("utf-8").split())
    assert "=ada&lt;b&gt; and bob" in page and "<b>" not in page
    assert "no notebook of this sheet could be read: dan" in page
    assert page.count("<mark>") > 10 and "cleo and" not in page and "and cleo" not in page


def test_the_page_accuses_nobody(named):
    out, _, _ = named
    page = " ".join((out / "similar.html").read_text("utf-8").split())
    for said in ("For the staff", "proves nothing", "Likeness has many causes", "ask before you judge"):
        assert said in page
    for accused in ("cheat", "plagiar", "copied", "guilty", "suspect"):
        assert accused not in page.casefold()


def test_nothing_is_written_over_and_without_a_sandbox_nothing_is_read(named, monkeypatch, capsys):
    out, _, command = named
    assert main([*command, "--out", command[1]]) == 2
    assert "is none of ours" in capsys.readouterr().err
    monkeypatch.setattr(confinement, "trouble", lambda: "none today")
    assert main([*command, "--out", str(out)]) == 2
    assert "notebooks cannot be read in a sandbox: none today" in capsys.readouterr().err


def test_several_sheets_at_once_are_refused(tmp_path, capsys):
    command = ["similar", str(tmp_path), "--solutions", str(ROOT / "solutions"), "--sheet", "all"]
    assert main([*command, "--out", str(tmp_path / "out")]) == 2
    assert "answers are compared sheet by sheet; name one" in capsys.readouterr().err
