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

from experiments import english, induced, speeches
from prpn_edu import data, evaluation, trees
from prpn_edu.data import plain
from prpn_edu.loops import page as loop

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / english.MACHINE).read_text("utf-8")
PAGE = json.loads(TEXT)
RECORD = json.loads((ROOT / "results/english.json").read_text("utf-8"))


def test_the_file_is_the_one_that_was_measured():
    shipped = RECORD["shipped"]
    assert hashlib.sha256(TEXT.encode()).hexdigest() == shipped["sha256"]
    assert len(TEXT.encode()) == shipped["bytes"]
    assert len(gzip.compress(TEXT.encode())) < 150_000
    assert PAGE["about"]["f1"]["tables"] == RECORD["the file"]["10"]["sentence, no root"]
    assert PAGE["about"]["models"] == len(RECORD["seeds"])


def test_it_parses_our_sentences_as_recorded():
    assert set(RECORD["ours"]) == set(english.OURS)
    for line, tree in RECORD["ours"].items():
        assert english.tree_of(PAGE, line) == tree


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
