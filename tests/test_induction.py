"""Trees from a text of one's own: how it is cut, what is learnt, what comes out, and what is refused."""

import json
import random
import re
from functools import partial
from html.parser import HTMLParser
from itertools import chain

import pytest
import torch

import prpn_edu
from prpn_edu import data, trees
from prpn_edu.cli import main
from prpn_edu.data import plain
from prpn_edu.errors import UsageError
from prpn_edu.induction import Text, machine_of, teachers, teachers_of
from prpn_edu.induction import machine as machines
from prpn_edu.induction.report import agreed_phrases, examples
from prpn_edu.induction.text import check_spaces, warnings
from prpn_edu.latent import chart, split
from prpn_edu.latent.words import known_form
from prpn_edu.loops import page as loop
from prpn_edu.loops.transitions import brackets

TREES = [tree for tree in data.toy("train", size=200) if 2 <= len(trees.words(tree)) <= 20]
ROWS = [trees.words(tree) for tree in TREES[:120]]
SMALL = {"embedding": 8, "hidden": 8, "features": 8, "recurrent": False}


@pytest.fixture(scope="module", autouse=True)
def small():
    """Networks of a few numbers: what is tested does not depend on how well they learn."""
    before = dict(teachers.MODEL)
    teachers.MODEL.update(SMALL)
    yield
    teachers.MODEL.update(before)


@pytest.fixture(scope="module")
def text():
    return Text.of(ROWS)


@pytest.fixture(scope="module")
def taught(text):
    return teachers_of(text, 2)


@pytest.fixture(scope="module")
def machine(text, taught):
    return machine_of(text, taught, 6)


# From a text to words


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("He didn’t say: “it’s 1,000.50!”", "He did n't say it 's 1,000.50"),
        ("CAN'T they'll o'clock", "CA N'T they 'll o' clock"),
        ("L'homme d'aujourd'hui", "L' homme d' aujourd'hui"),
        ("the well-known U.S. (at 10 a.m.)", "the well-known U.S at 10 a.m"),
        ("'tis 'quoted' n't it 's l' eau 3. 4", "tis quoted n't it 's l' eau 3 4"),
        ("हिन्दी में लिखा है।", "हिन्दी में लिखा है"),
        ("אני אוהב, ספרים", "אני אוהב ספרים"),
        ("cafe\u0301", "caf\u00e9"),
        ("--- ... !", ""),
    ],
)
def test_a_line_is_cut_into_words(line, words):
    assert plain.words(line) == words.split()


APART = ["They", "'ll", "say", "it", "'s", "the", "U.S", "'s", "l'", "homme", "did", "n't", "1,000.5"]


@pytest.mark.parametrize("row", [*ROWS[:60], APART])
def test_to_cut_twice_changes_nothing(row):
    assert plain.words(" ".join(row)) == row


def test_characters_can_be_words():
    assert plain.words("这是一本2024年的书。", "character") == [*"这是一本", "2024", *"年的书"]
    assert plain.words("ก้าน", "character") == ["ก้", "า", "น"], "a mark belongs to its letter"
    with pytest.raises(ValueError, match="unit must be"):
        plain.words("a", "letter")


def test_sentences_end_at_marks_and_at_empty_lines():
    text = (
        "Mr. Smith came to town. He left\nat once!\n\nA title\n\n“Why?” asked I. " + "Mr. Hill went on. " * 5
    )
    found = [" ".join(words) for words in plain.sentences(text)]
    assert found[:4] == ["Mr Smith came to town", "He left at once", "A title", "Why"]
    assert plain.sentences("我来了。你好！", "character") == [list("我来了"), list("你好")]


def test_where_no_sentence_is_marked_each_line_is_one():
    assert plain.sentences("a b c\nd e\n" * 60) == [["a", "b", "c"], ["d", "e"]] * 60
    assert plain.lines("one. two\n\nthree") == [["one", "two"], ["three"]]


def test_no_word_of_an_endless_sentence_is_lost():
    words = [f"w{k % 7}" for k in range(450)]
    found = plain.sentences(" ".join(words) + ".")
    assert [len(row) for row in found] == [200, 200, 50] and [*chain(*found)] == words


def test_numbers_and_capitals_read_alike():
    assert [plain.form(word) for word in ("The", "1,000", "2nd", "ΣΑΣ")] == ["the", "N", "N", "σας"]


def test_endings_are_those_that_many_words_have():
    words = [
        stem + end for stem in ("walk", "talk", "jump", "play", "look", "work") for end in ("ing", "ed", "")
    ]
    assert plain.endings(words) == ("ed", "ing"), "not d, ng or g, which the same words have"
    assert plain.endings(["x", "yz", "a1b"]) == ()


# What is learnt


def test_the_same_seeds_make_the_same_machine(text, machine):
    again = prpn_edu.induce([" ".join(row) for row in ROWS], seeds=[1, 2], classes=6)
    assert all(torch.equal(a.tables, b.tables) for a, b in zip(again.stages, machine.stages, strict=True))
    assert torch.equal(again.walls, machine.walls)


def test_a_training_that_was_stopped_goes_on(text, taught, tmp_path):
    class Stopped(Exception):
        pass

    def stop(seed, epoch, seconds, last):
        if (seed, epoch) == last:
            raise Stopped

    work = tmp_path / "work"
    for last in ((1, 1), (1, 3), (2, 7)):
        with pytest.raises(Stopped):
            teachers_of(text, 2, work, partial(stop, last=last))
        seed, epoch = last
        assert [teachers.done(k, work) for k in (1, 2, 3)] == [
            8 if k < seed else epoch * (k == seed) for k in (1, 2, 3)
        ]
    found = teachers_of(text, 2, tmp_path / "work")
    for one, other in zip(found, taught, strict=True):
        assert torch.equal(one.scores, other.scores) and one.perplexity == other.perplexity
    assert not list((tmp_path / "work").glob("training-*")), "a checkpoint is of no use any more"
    with pytest.raises(UsageError, match=r"another text.*remove"):
        teachers_of(Text.of(ROWS[1:]), 2, tmp_path / "work")


def test_seeds_may_be_tasks_of_an_executor(text, taught, tmp_path):
    def run(function, *columns):
        return [function(*row) for row in zip([2, 1], *columns[1:], strict=False)][::-1]

    found = teachers_of(text, [1, 2], tmp_path / "work", run=run)
    assert [teacher.seed for teacher in found] == [1, 2]
    assert torch.equal(found[1].scores, taught[1].scores)


def test_the_first_stage_is_before_training(text, taught):
    model = text.lessons.untrained(2)
    d = torch.cat([model.distances(words) for words in text.forms])
    assert torch.allclose(taught[1].scores[0], d, atol=1e-6)
    assert not torch.allclose(taught[1].scores[1], d, atol=1e-6)


def test_teachers_read_what_is_drawn_and_tables_learn_from_all():
    text = Text.of(ROWS, most=60)
    assert len(text.drawn) == 60 and set(text.drawn) < set(text.places) == set(range(120))
    learnt, watched = text.lessons.parts()
    assert len(learnt) + len(watched) == 60 and watched
    assert text.mark() != Text.of(ROWS).mark() == Text.of(ROWS, most=120).mark()


def test_walls_are_means_over_teachers_and_uses(text, taught, machine):
    words, rows = machine.classes.vocabulary, []
    for teacher in taught:
        for stage in (0, 4):
            d = teacher.scores[stage].double()
            z = (d - d.mean()) / teacher.scores[4].double().std()
            uses = [x for x, word in zip(z, chain(*text.forms), strict=True) if word == "the"]
            rows.append((stage, sum(uses) / len(uses)))
    for place, stage in enumerate((0, 4)):
        mean = sum(x for s, x in rows if s == stage) / 2
        assert machine.walls[(0, -1)[place], words["the"]].item() == pytest.approx(mean.item())


# The page's file


def test_the_file_says_what_the_machine_does(machine):
    page = json.loads(json.dumps(machine.page([["a", "film"]])))
    assert page["examples"] == ["a film"] and [s["share"] for s in page["stages"]] == [0, 0.125, 0.25, 0.5, 1]
    unseen = ["the", "zzz", "film", "walking", "1930s", "was", "Good"]
    for stage in range(5):
        model = loop.stage_of(page, stage)
        for words in [*ROWS[:20], unseen, ["film"]]:
            forms = [plain.form(word) for word in words]
            assert loop.classes(model, forms) == machine.classes.read(forms)
            exact = machine.stages[stage].scores(forms)
            scores = torch.tensor(loop.scores(model, forms), dtype=torch.float64)
            assert torch.allclose(scores, exact, atol=4 * 0.5 * 7 / 127)
            assert loop.walls(model, forms) == pytest.approx(_walls(machine, stage, forms), abs=0.05)
            if len(words) > 1:
                best = chart.best_tree(scores, words)
                assert brackets(loop.tree(model, forms, words)) == trees.bracketed(best)
                made = split.split(loop.walls(model, forms), words)
                assert brackets(loop.tree_of_walls(model, forms, words)) == trees.bracketed(made)


def test_a_page_leaves_the_rarest_words_out_before_it_grows_too_large(machine, monkeypatch):
    whole = machine.page()
    assert len(json.dumps(whole)) < machines.LARGEST and len(whole["words"]) == len(machine.walls[0])
    monkeypatch.setattr(machines, "LARGEST", len(json.dumps(whole, separators=(",", ":"))) - 500)
    monkeypatch.setattr(machines, "_REST", 2500)
    page = machine.page()
    assert page["words"] == whole["words"][: len(page["words"])] and len(page["words"]) > 50
    assert len(json.dumps(page, separators=(",", ":"))) < machines.LARGEST
    assert loop.entry(loop.stage_of(page), whole["words"][-1]) in range(len(page["words"]))
    monkeypatch.setattr(machines, "LARGEST", 3000)
    with pytest.raises(ValueError, match="6 classes leave no room"):
        machine.page()


def _walls(machine, stage, forms):
    words, suffixes = machine.classes.vocabulary, machine.classes.suffixes
    return [
        machine.walls[stage, n].item() for n in words.encode([known_form(f, words, suffixes) for f in forms])
    ]


@pytest.mark.parametrize("page", [[], {}, {"format": "another"}, {"format": loop.FORMAT, "version": 2}])
def test_another_file_is_refused(page):
    with pytest.raises(ValueError, match=r"page\.json"):
        loop.stage_of(page)


def test_a_machine_parses_what_one_types(machine):
    tree = machine.parse("The film wasn't GOOD.")
    assert tree.leaves() == ["The", "film", "was", "n't", "GOOD"]
    assert machine.parse(["the", "film", "was", "n't", "good"]) == machine.parse("the film wasn't good")
    with pytest.raises(ValueError, match="empty"):
        machine.parse("!")


# The report


def test_phrases_are_ranked_by_how_often_they_are_phrases():
    rows = [["a", "b", "c"]] * 4 + [["c", "a", "b"]] * 4
    one = [split.split([1, 0, 2], row) for row in rows]  # (a b) c and (c a) b
    other = [split.split([0, 2, 1], row) for row in rows]  # a (b c) and c (a b)
    found = {phrase: (share, times) for phrase, share, times in agreed_phrases([one, other])}
    assert found == {"a b": (0.5, 8), "c a": (0.5, 4), "b c": (0.5, 4)}


def test_examples_are_from_all_over_the_text(text):
    found = examples(text)
    assert len(found) == 10 and all(6 <= len(words) <= 12 for words in found)
    places = [ROWS.index(words) for words in found]
    assert places == sorted(places) and places[-1] > 90


# The command


@pytest.fixture(scope="module")
def done(tmp_path_factory):
    """A text with things that a page must not run, and what the command makes of it."""
    folder = tmp_path_factory.mktemp("induce")
    file = folder / "a <b>novel.txt"
    file.write_text("".join(" ".join(row).capitalize() + ".\n" for row in ROWS), encoding="utf-8")
    arguments = ["induce", str(file), "--out", str(folder / "out"), "--seeds", "2"]
    assert main(arguments) == 0
    return folder / "out", arguments


def test_there_is_a_tree_for_each_sentence_in_order(done):
    folder, _ = done
    lines = (folder / "trees.txt").read_text("utf-8").splitlines()
    assert [re.sub("[()]", "", line).lower().split() for line in lines] == ROWS
    page = json.loads((folder / "page.json").read_text("utf-8"))
    assert page["about"]["sentences"] == 120 and page["about"]["title"] == "a <b>novel"
    model, words = loop.stage_of(page), lines[3].replace("(", "").replace(")", "").split()
    assert len(page["examples"]) == 10 and page["examples"][0].lower().split() in ROWS
    assert brackets(loop.tree(model, [plain.form(w) for w in words], words)).count("(") == lines[3].count("(")


def test_the_report_is_one_page_without_a_network(done):
    text = (done[0] / "report.html").read_text("utf-8")
    seen = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            seen.append(tag)
            assert not {"src", "href"} & {name for name, _ in attributes}

    Reader().feed(text)
    assert "script" not in seen and "b" not in seen and seen.count("figure") == 10
    assert "$" not in text and "url(" not in text and "a &lt;b&gt;novel" in text


def test_a_second_call_goes_on(done, capsys):
    folder, arguments = done
    before = (folder / "trees.txt").read_bytes()
    (folder / "trees.txt").unlink()
    assert main(arguments) == 0
    assert "min of one processor" not in capsys.readouterr().out, "nothing has to be planned again"
    assert (folder / "trees.txt").read_bytes() == before


def test_minutes_bound_what_is_read(tmp_path, capsys, monkeypatch):
    from prpn_edu.induction import command

    monkeypatch.setattr(command, "seconds", lambda text: 600.0)
    monkeypatch.setattr(command, "_LEAST", 60)
    text = Text.of(ROWS)
    planned = command.planned(text, tmp_path / "plan.json", 3, 20)
    assert len(planned.drawn) == 80 and planned.sentences == text.sentences
    assert "80 of the 120" in capsys.readouterr().out
    monkeypatch.setattr(command, "seconds", None)  # asked no second time: a stopped training goes on
    assert command.planned(text, tmp_path / "plan.json", 3, 20).drawn == planned.drawn


GOOD = "".join(" ".join(row) + ".\n" for row in ROWS)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty: give"),
        (b" \n\n ", "is empty"),
        (b"The film was good.", "at least 50 are needed.*--lines"),
        (b"one word each line\n" * 20, "at least 50"),
        (b"\x7fELF\0\0\1", "no text.*plain text"),
        ("Das ist schön. ".encode("latin-1") * 100, "line 1: not UTF-8.*iconv"),
        (GOOD.encode("utf-16"), "UTF-16.*iconv"),
        (b"id\tname\tcity\n" * 100, "a table: most lines have 3 columns between tabs"),
        (
            b'1,"a, b",3\n2,b,4\n3,c,6\n4,d,5\n' * 30,
            "a table: most lines have 3 columns between commas.*file of its own",
        ),
        ("我来了你也来了。".encode() * 100, "no spaces.*--characters"),
        (b"12 7 1999.\n" * 100, "300 words read as 'N', and numbers read alike.*text in words"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_cure(content, message, tmp_path, capsys):
    file = tmp_path / "text.txt"
    file.write_bytes(content)
    assert main(["induce", str(file), "--out", str(tmp_path / "out")]) == 2
    assert re.search(message, capsys.readouterr().err, re.DOTALL)
    assert not (tmp_path / "out").exists(), "nothing was written"


def test_a_text_of_gigabytes_is_refused_unread(tmp_path, capsys):
    file = tmp_path / "huge.txt"
    with file.open("wb") as out:
        out.truncate(3_000_000_000)  # takes no room on the disk
    assert main(["induce", str(file), "--out", str(tmp_path / "out")]) == 2
    assert re.search("3,000 MB; at most 20.*head -c", capsys.readouterr().err)


def test_a_part_of_a_text_may_end_in_half_a_letter(tmp_path):
    """As `head -c` cuts it, which is what a text that is too large is told to do."""
    file = tmp_path / "part.txt"
    whole = "Der Mann hörte die Glocken — immer"
    for size in range(30, len(whole.encode())):
        file.write_bytes(b"\xef\xbb\xbf" + whole.encode()[:size])
        assert whole.startswith(plain.read_text(file))
    file.write_bytes("hörte ".encode("latin-1") * 3)
    with pytest.raises(UsageError, match="line 1: not UTF-8"):
        plain.read_text(file)


def test_the_command_takes_one_processor(tmp_path, monkeypatch):
    """As it says; and the trees are the same on every machine."""
    from prpn_edu.induction import command

    class Seen(Exception):
        pass

    def planned(*_):
        raise Seen(torch.get_num_threads())

    monkeypatch.setattr(command, "planned", planned)
    (tmp_path / "text.txt").write_text(GOOD, encoding="utf-8")
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        with pytest.raises(Seen, match="1"):
            main(["induce", str(tmp_path / "text.txt"), "--out", str(tmp_path / "out")])
    finally:
        torch.set_num_threads(before)


def test_places_that_cannot_be_used_are_named(tmp_path, capsys):
    assert main(["induce", str(tmp_path / "no.txt"), "--out", str(tmp_path / "out")]) == 2
    assert "no.txt is not there" in capsys.readouterr().err
    assert main(["induce", str(tmp_path), "--out", str(tmp_path / "out")]) == 2
    assert "is a folder: give a plain text file" in capsys.readouterr().err
    (tmp_path / "text.txt").write_text(GOOD)
    assert main(["induce", str(tmp_path / "text.txt"), "--out", str(tmp_path)]) == 2
    assert "holds other files" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["induce", "text.txt", "--out", "out", "--seeds", "0"])
    assert "no whole number above 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("sentences", "message"),
    [
        ([["a", "b"]] * 60, "are few.*longer text"),
        ([["a", "b"]] * 60 + [["a"] * 30] * 70, "only 60 of 130.*--longest 30"),
        ([["a", "b"]] * 90 + [["a"] * 200], "cut there.*--lines"),
        ([["w" * k, "v" * k] for k in range(1, 61)], "too rare"),
        ([["ספר", "טוב"]] * 60, "right to left.*first that is read"),
        ([["كتاب", "جيد"]] * 60, "right to left"),
    ],
)
def test_what_makes_poor_trees_is_said_before_the_work(sentences, message):
    assert re.search(message, "\n".join(warnings(Text.of(sentences))), re.DOTALL)


def test_a_good_text_is_not_complained_of():
    draw = random.Random(0)
    text = Text.of([[draw.choice("abcdefghij") * 3 for _ in range(6)] for _ in range(2000)])
    assert warnings(text) == []
    endless = Text.of([*text.sentences, *[["aaa"] * 200] * 5])  # a novel has some of these
    assert warnings(endless) == []
    check_spaces(text.sentences)
    check_spaces([["我", "来", "了"]])


def test_one_string_is_not_a_list_of_sentences():
    with pytest.raises(ValueError, match=r"not one string.*plain\.sentences"):
        prpn_edu.induce(GOOD)
    with pytest.raises(ValueError, match="longest must be 2"):
        prpn_edu.induce(ROWS, longest=1)
    with pytest.raises(ValueError, match="seeds must be 1"):
        prpn_edu.induce(ROWS, seeds=[])
