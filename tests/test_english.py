"""The machine of real English: the file that is shipped, its record, and the text that it is made from."""

import gzip
import hashlib
import io
import json
import tarfile
from itertools import chain
from pathlib import Path
from statistics import fmean

import pytest
from nltk import Tree

from experiments import english, english_grammar, guided_grammar, induced, speeches
from experiments.parsing import Corpus
from prpn_edu import data, evaluation, trees
from prpn_edu.data import plain
from prpn_edu.induction import Text, machine_of, teachers, teachers_of
from prpn_edu.latent import chart
from prpn_edu.latent.words import SUFFIXES
from prpn_edu.loops import page as loop

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / english.MACHINE).read_text("utf-8")
PAGE = json.loads(TEXT)
RECORD, GROWN = (
    json.loads((ROOT / f"results/{name}.json").read_text("utf-8")) for name in ("english", "english-grammar")
)
USUAL = "sentence, no root"


def test_the_file_is_the_one_that_was_measured():
    """The machine by itself, and with its grammar."""
    alone = {name: part for name, part in PAGE.items() if name != "grammar"}
    made = json.dumps(alone, ensure_ascii=False, separators=(",", ":"))
    for text, shipped in ((made, RECORD["shipped"]), (TEXT, GROWN["shipped"])):
        assert hashlib.sha256(text.encode()).hexdigest() == shipped["sha256"]
        assert len(text.encode()) == shipped["bytes"]
        assert ROOT / shipped["file"] == ROOT / english.MACHINE
    assert len(gzip.compress(TEXT.encode())) < 150_000
    assert PAGE["about"]["f1"]["tables"] == RECORD["the file"]["10"][USUAL]
    assert PAGE["grammar"]["about"]["f1"] == GROWN["the file"]["10"][USUAL]
    assert GROWN["settings"]["guide"]["machine"] == RECORD["shipped"]["sha256"]
    assert PAGE["about"]["models"] == len(RECORD["seeds"])


def test_it_parses_our_sentences_as_recorded():
    assert set(RECORD["ours"]) == set(english.OURS)
    reader = english_grammar.Reader(PAGE)
    for line, tree in RECORD["ours"].items():
        assert english.tree_of(PAGE, line) == tree
        assert reader.tree(line) == GROWN["ours"][line]


def test_no_sentence_of_the_text_is_shipped():
    assert PAGE["examples"] == []


def test_each_step_is_above_its_controls():
    """Of sentences of up to ten words; what is shipped, what did not learn, and what is without a network."""
    f1 = {
        name: RECORD[name]["10"]["sentence, no root"] for name in ("the file", "right-branching", "word list")
    }
    stages = [stage["10"]["sentence, no root"] for stage in RECORD["tables by stage"]]
    assert f1["the file"] > f1["right-branching"] + 5 > stages[0]
    assert f1["the file"] > f1["word list"]
    assert abs(RECORD["shuffled scores"]["10"]["sentence, no root"] - f1["right-branching"]) < 2


def test_the_grammar_is_above_its_guide_and_the_file_keeps_its_trees():
    """Up to ten words and up to twenty; in every seed."""
    for length in ("10", "20"):
        grown = [run[length][USUAL] for run in GROWN["grammars"]]
        assert len(grown) == len(GROWN["seeds"]) and min(grown) > GROWN["tables"][length][USUAL] + 2
        assert abs(GROWN["the file"][length][USUAL] - grown[0]) < 1
        gaps = {line["minus"]: line for line in GROWN["differences"] if str(line["up_to_words"]) == length}
        assert gaps["tables"]["interval"][0] > 0 and gaps["right-branching"]["interval"][0] > 0
    assert GROWN["agrees_with_the_grammar"] > 97
    assert GROWN["tables"]["10"] == RECORD["the file"]["10"], "the guide is the machine that is shipped"


def test_what_guides_the_grammar_decides():
    """Beside the guide, with the same seed: a list of words guides no worse, every other control does."""
    mine = GROWN["grammars"][0]["10"][USUAL]
    controls = {name: run["10"][USUAL] for name, run in GROWN["controls"].items()}
    assert set(controls) == set(english_grammar.CONTROLS) and controls.pop("word list") >= mine
    assert all(f1 < mine - 3 for f1 in controls.values())


@pytest.fixture
def small(monkeypatch):
    """Small models, two epochs."""
    for name in ("embedding", "hidden", "features"):
        monkeypatch.setitem(teachers.MODEL, name, 8)
    monkeypatch.setitem(guided_grammar.TRAINING, "epochs", 2)
    for name, size in (("pairs", 3), ("words", 4), ("size", 4)):
        monkeypatch.setitem(guided_grammar.SYMBOLS, name, size)
    monkeypatch.setattr(english_grammar, "SEEDS", (1, 2))


def test_a_grammar_of_a_small_machine(small, tmp_path):
    """The record has every step and every control; a second call finds what the first one trained."""
    train, dev = data.toy("train", size=120), data.toy("dev", size=40)
    text = Text.of([trees.words(tree) for tree in train], longest=20, endings=SUFFIXES)
    page = machine_of(text, teachers_of(text, 1), 4).page()
    short = [tree for tree in dev if len(trees.words(tree)) <= 20]
    judge = english.Judge(Corpus(short[10:], short[:10]), (10, 20))
    school = english_grammar.School(text, page, tmp_path)
    record = english_grammar.Record(school, judge)
    pauses = sum(1 for _ in record.steps(page, english_grammar.CONTROLS))
    content = json.loads(json.dumps(record.content))
    assert pauses == 2 + len(english_grammar.CONTROLS) == 2 + len(content["controls"])
    assert [run["seed"] for run in content["grammars"]] == [1, 2]
    assert content["the file"]["10"][USUAL] == page["grammar"]["about"]["f1"]
    assert len(school.learnt) + len(school.apart) == len(text.read)
    minus = {line["minus"] for line in record.differences()}
    guided = {f"{name}: grammar" for name in english_grammar.CONTROLS}
    assert minus == {"right-branching", "tables", "the file"} | guided
    assert {len(rows) for (name, _), rows in judge.bench.rows.items() if name != "grammar"} == {1}
    again, seconds = school.grammar("tables", 1)
    assert seconds == content["grammars"][0]["cpu_seconds"]
    words = text.read[5]
    chances = english_grammar.Reader(page).chances(words)
    assert again.span_chances(words).sub(chances).abs().max() < 0.1


def test_guides_are_what_their_names_say(small, tmp_path):
    rows = [trees.words(tree) for tree in data.toy("train", size=80)]
    text = Text.of(rows, longest=20, endings=SUFFIXES)
    page = machine_of(text, teachers_of(text, 1), 4).page()
    school = english_grammar.School(text, page, tmp_path)
    guides = {name: make() for name, make in school.guides().items()}
    assert set(guides) == {"tables", *english_grammar.CONTROLS}
    words = max(text.read, key=len)
    model = loop.stage_of(page)
    assert guides["tables"](words).flatten().tolist() == pytest.approx(
        [score for row in loop.scores(model, words) for score in row]
    )
    assert not guides["no guide"](words).any()
    taught = chart.best_tree(guides["right-branching"](words), words)
    assert taught == trees.right(words)
    assert not guides["word list"](words).equal(guides["shuffled scores"](words))


@pytest.mark.data
def test_the_file_s_grammar_parses_the_newspaper_as_recorded():
    gold = data.wsj(10)
    words = [trees.words(tree) for tree in gold]
    found = english_grammar.Reader(PAGE).parse_all([[english.form(w) for w in row] for row in words], words)
    f1 = 100 * evaluation.unlabeled_f1(found, gold).f1
    assert f1 == pytest.approx(GROWN["the file"]["10"][USUAL], abs=0.1)


@pytest.mark.data
def test_the_loop_parses_the_newspaper_as_recorded():
    gold = data.wsj(10)
    model, found = loop.stage_of(PAGE), []
    for words in map(trees.words, gold):
        found.append(as_tree(loop.tree(model, [english.form(word) for word in words], words)))
    f1 = 100 * evaluation.unlabeled_f1(found, gold).f1
    assert f1 == pytest.approx(RECORD["the file"]["10"]["sentence, no root"], abs=0.1)


def as_tree(part):
    """Nested lists as a tree; a word alone is one too."""
    children = [part] if isinstance(part, str) else part
    return Tree("X", [child if isinstance(child, str) else as_tree(child) for child in children])


def archive(folder, **texts):
    """A package of the same form, with these speeches."""
    path = folder / speeches.ARCHIVE
    with tarfile.open(path, "w:gz") as tar:
        for name, text in texts.items():
            content = text.encode()
            member = tarfile.TarInfo(f"package/data/{name}.txt")
            member.size = len(content)
            tar.addfile(member, io.BytesIO(content))
    return path


def test_speeches_are_read_by_year_without_what_stands_in_brackets(tmp_path):
    path = archive(
        tmp_path,
        year="Not a speech.",
        **{
            "1962_jfk_d": "It is (applause) late. Yes.",
            "1929_hoover_r": "Too early it is.",
            "1931_hoover_r": "Work is [sic] here. " + "Much too long it is for this test of ours today.",
        },
    )
    assert speeches.sentences(path, 8) == [["Work", "is", "here"], ["It", "is", "late"]]


def test_another_archive_is_refused(tmp_path):
    path = archive(tmp_path)
    with pytest.raises(ValueError, match="remove it, and it is fetched again"):
        speeches.fetched(tmp_path)
    assert path.exists()


def test_words_of_the_newspaper_are_read_as_plain_text():
    assert [english.form(word) for word in ("corp.", "N.N", "u.s.", "the", ".")] == [
        "corp",
        "N",
        "u.s",
        "the",
        ".",
    ]


# The toy treebank in other clothes


@pytest.mark.parametrize("name", induced.TEXTS)
def test_each_text_has_the_same_words_in_the_same_places(name):
    rows = [trees.words(tree) for tree in data.toy("train", size=100)]
    unit = "character" if name == "characters" else "word"
    found = plain.lines(induced.written(name, rows), unit)
    forms = [[plain.form(word) for word in row] for row in found]
    pairs = {*zip(chain(*rows), chain(*forms), strict=True)}
    assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
    assert (forms == rows) == (name == "plain")


def test_trees_are_as_good_in_a_cipher_and_without_spaces():
    """Within the spread of seeds: two standard errors of the difference of means."""
    texts = json.loads((ROOT / "results/induced.json").read_text("utf-8"))["texts"]
    plain_ = texts["plain"]["one teacher"]
    for name in ("cipher", "characters"):
        other = texts[name]["one teacher"]
        error = sum(texts[k]["spread"]["sd"] ** 2 / len(other) for k in ("plain", name)) ** 0.5
        assert abs(fmean(other) - fmean(plain_)) < 2 * error
