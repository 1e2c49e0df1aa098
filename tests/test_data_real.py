"""The two real treebanks: measured facts where the data is, faults on made-up copies everywhere."""

import functools
import warnings
import zipfile
from collections import Counter
from importlib import import_module

import pytest
from nltk import Tree

from prpn_edu import data
from prpn_edu.data import DataNotFoundError, TreebankError
from prpn_edu.data.brackets import read_tree

# The names prpn_edu.data.sst and .wsj are the functions; these are the modules behind them.
sst_module = import_module("prpn_edu.data.sst")
wsj_module = import_module("prpn_edu.data.wsj")


def words_of(trees):
    return [word for tree in trees for word in tree.leaves()]


# ---- the Stanford Sentiment Treebank

SST_FACTS = {  # split: trees, words, longest, root labels 0..4
    "train": (8544, 163563, 52, [1092, 2218, 1624, 2322, 1288]),
    "dev": (1101, 21274, 49, [139, 289, 229, 279, 165]),
    "test": (2210, 42405, 56, [279, 633, 389, 510, 399]),
}


@functools.cache
def sst(split):
    """A split, read once and without a warning: the three sentences that the splits share are no alarm."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return data.sst(split)


@pytest.mark.data
@pytest.mark.parametrize("split", SST_FACTS)
def test_sst_is_the_official_one(split):
    trees = sst(split)
    count, words, longest, labels = SST_FACTS[split]
    roots = Counter(tree.label() for tree in trees)
    assert len(trees) == count
    assert len(words_of(trees)) == words
    assert max(len(tree.leaves()) for tree in trees) == longest
    assert [roots[label] for label in "01234"] == labels


@pytest.mark.data
def test_sst_keeps_no_break_spaces_escapes_and_numbers():
    trees = sst("train")
    assert [n + 1 for n, tree in enumerate(trees) if any("\xa0" in word for word in tree.leaves())] == [
        4342,
        5799,
        7409,
    ]
    counts = Counter(words_of(trees))
    assert len(counts) == 18280
    assert {"1", "2", "3", "4", "-LRB-", "-RRB-"} <= counts.keys()
    assert all(len(node) == 2 or isinstance(node[0], str) for tree in trees for node in tree.subtrees())


@pytest.mark.data
def test_two_remarks_of_the_test_set_stand_in_the_training_set_too():
    known = {tuple(tree.leaves()) for tree in sst("train")}
    assert sum(tuple(tree.leaves()) in known for tree in sst("test")) == 2


@pytest.fixture
def small_sst(tmp_path, monkeypatch):
    """A made-up treebank with official-looking counts of 100, 20 and 20; returns its folder and a writer."""
    monkeypatch.setattr(sst_module, "SIZES", {"train": 100, "dev": 20, "test": 20})
    monkeypatch.setattr(sst_module, "_CONTAMINATED", 120)

    def write(split, lines, end="\n"):
        (tmp_path / f"{split}.txt").write_bytes(end.join([*lines, ""]).encode())

    def lines(name, count):
        return [f"(3 (2 {name}) (3 {number}))" for number in range(count)]

    write("train", lines("tr", 100))
    write("dev", lines("de", 20))
    write("test", lines("te", 20))
    return tmp_path, write, lines


def test_sst_reads_a_folder_of_ones_own(small_sst):
    folder, write, lines = small_sst
    write("dev", lines("de", 20), end="\r\n")
    dev = data.sst("dev", folder=folder)
    assert dev[7] == Tree("3", [Tree("2", ["de"]), Tree("3", ["7"])])
    assert len(data.sst("train", folder=str(folder))) == 100


def test_sst_names_the_contaminated_copy(small_sst):
    folder, write, lines = small_sst
    write("train", lines("tr", 100) + lines("de", 20))
    with pytest.raises(TreebankError, match="whole dev split is appended") as error:
        data.sst("train", folder=folder)
    assert "Keep its first 100 lines" in str(error.value)
    assert str(folder / "train.txt") in str(error.value)


@pytest.mark.parametrize("count", [0, 19, 21])
def test_sst_counts_are_checked(small_sst, count):
    folder, _, lines = small_sst
    (folder / "dev.txt").write_text("".join(line + "\n" for line in lines("de", count)))
    with pytest.raises(TreebankError, match=f"{count} trees, the official dev split has 20"):
        data.sst("dev", folder=folder)


def test_sst_names_the_line_of_a_broken_tree(small_sst):
    folder, write, lines = small_sst
    write("dev", [*lines("de", 11), "(3 (2 x) (2 y)", *lines("de", 8)])
    with pytest.raises(TreebankError, match=r"dev\.txt, line 12, column 1: unbalanced"):
        data.sst("dev", folder=folder)


def test_sst_warns_when_splits_overlap_and_labels_do_not_hide_it(small_sst):
    folder, write, lines = small_sst
    write("train", lines("tr", 99) + lines("de", 1))  # 1 % of train, 5 % of dev
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        data.sst("train", folder=folder)
    with pytest.warns(sst_module.OverlapWarning, match=r"1 sentences of dev \(5\.0%\) are also in train"):
        data.sst("dev", folder=folder)
    write("train", [*lines("tr", 99), "(0 (0 de) (0 5))"])
    with pytest.warns(sst_module.OverlapWarning):
        data.sst("dev", folder=folder)


def test_sst_refuses_what_is_not_there(small_sst):
    folder, *_ = small_sst
    with pytest.raises(ValueError, match="unknown split 'validation'; choose one of train, dev, test"):
        data.sst("validation")
    (folder / "test.txt").unlink()
    with pytest.raises(DataNotFoundError, match=r"test\.txt does not exist"):
        data.sst("test", folder=folder)


def test_escapes_are_undone_on_request():
    escaped = ["-LRB-", "-RRB-", "1\\/2", "\\*\\*\\*", "``", "''", "film", "8\xa01\\/2"]
    assert [sst_module.unescape(token) for token in escaped] == [
        "(",
        ")",
        "1/2",
        "***",
        '"',
        '"',
        "film",
        "8\xa01/2",
    ]


# ---- the Wall Street Journal sample


READ = functools.cache(wsj_module._read)


@pytest.fixture
def read_once(monkeypatch):
    """Let the archive be read once and filtered as often as asked: to read it takes seconds."""
    monkeypatch.setattr(wsj_module, "_read", READ)


@pytest.fixture
def everything(read_once):
    """The whole sample."""
    return data.wsj()


@pytest.mark.data
def test_wsj_agrees_with_the_published_counts(everything):
    trees = everything
    lengths = [len(tree.leaves()) for tree in trees]
    assert len(trees) == 3914
    assert (sum(lengths), max(lengths), round(sum(lengths) / len(trees), 2)) == (82369, 171, 21.04)
    counts = Counter(words_of(trees))
    assert (len(counts), sum(c >= 2 for c in counts.values()), sum(c >= 3 for c in counts.values())) == (
        9964,
        5108,
        3522,
    )
    per_length = Counter(lengths)
    assert [per_length[n] for n in range(1, 11)] == [13, 21, 26, 46, 55, 55, 61, 92, 89, 97]
    assert sum(n <= 40 for n in lengths) == 3764 and sum(n for n in lengths if n <= 40) == 75163
    ten = data.wsj(10)
    assert (len(ten), len(words_of(ten))) == (555, 3856)
    assert ten == [tree for tree in trees if len(tree.leaves()) <= 10]


@pytest.mark.data
def test_wsj_options_keep_what_they_say(read_once):
    currency = data.wsj(keep_currency=True)
    assert len(words_of(currency)) == 83109
    assert sum(len(tree.leaves()) <= 10 for tree in currency) == 537
    tags = Counter(
        tag for tree in data.wsj(keep_punctuation=True, keep_currency=True) for _, tag in tree.pos()
    )
    kept = wsj_module.PUNCTUATION_TAGS | wsj_module.CURRENCY_TAGS
    assert tags.keys() - wsj_module.WORD_TAGS == kept  # all of these, and no traces


def test_there_are_36_word_tags():
    assert len(wsj_module.WORD_TAGS) == 36


TREE = """(S (NP-SBJ-1 (NP (DT The) (NNP U.K.)) (, ,) (ADJP (CD 1,500) (JJ old)) (, ,))
             (VP (VBD paid) (S (NP-SBJ (-NONE- *-1))) (NP (QP ($ $) (CD 3.25) (-NONE- *U*)))) (. .))"""
SUBJECT = "(NP-SBJ-1 (NP (DT the) (NNP u.k.)) (ADJP (CD N,N) (JJ old)))"


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        (set(), f"(S {SUBJECT} (VP (VBD paid) (CD N.N)))"),
        ({"$"}, f"(S {SUBJECT} (VP (VBD paid) (NP ($ $) (CD N.N))))"),
        ({"."}, f"(S {SUBJECT} (VP (VBD paid) (CD N.N)) (. .))"),
    ],
)
def test_the_filter_drops_collapses_and_normalises(extra, expected):
    assert wsj_module._keep_words(read_tree(TREE), wsj_module.WORD_TAGS | extra) == Tree.fromstring(expected)


def test_a_sentence_without_words_vanishes():
    assert wsj_module._keep_words(read_tree("(S (NP (-NONE- *)) (. .))"), wsj_module.WORD_TAGS) is None


@pytest.fixture
def small_wsj(tmp_path, monkeypatch):
    monkeypatch.setattr(wsj_module, "SIZE", 3)

    def write(files):
        with zipfile.ZipFile(tmp_path / "treebank.zip", "w") as archive:
            for name, text in files.items():
                archive.writestr(f"treebank/combined/{name}", text)
        return tmp_path / "treebank.zip"

    return write


def test_wsj_reads_sorted_files_and_nothing_else(small_wsj):
    path = small_wsj(
        {
            "wsj_0002.mrg": "( (S (NN third) (NN film)) )",
            "README": "not a tree (",
            "wsj_0001.mrg": "\n( (S (NN first)) )\n( (S (NN a) (NN second)\n (NN film) (. .)) )\n",
        }
    )
    assert [tree.leaves() for tree in data.wsj(path=path)] == [
        ["first"],
        ["a", "second", "film"],
        ["third", "film"],
    ]
    assert [len(tree.leaves()) for tree in data.wsj(2, path=path)] == [1, 2]
    assert len(words_of(data.wsj(path=path, keep_punctuation=True))) == 7


def test_every_tenth_file_of_wsj_is_held_out(small_wsj):
    files = {f"wsj_{number:04}.mrg": f"( (S (NN w{number}) (NN film)) )" for number in (9, 10, 119)}
    path = small_wsj(files)

    def first_words(part):
        return [tree.leaves()[0] for tree in data.wsj(path=path, part=part)]

    assert first_words("train") == ["wN"] and first_words("held-out") == ["wN", "wN"]
    assert first_words(None) == ["wN"] * 3
    assert [wsj_module.part_of(number) for number in (9, 10, 119)] == ["held-out", "train", "held-out"]
    with pytest.raises(ValueError, match="'train' or 'held-out', not 'test'"):
        data.wsj(path=path, part="test")


@pytest.mark.data
def test_wsj_falls_into_two_parts(everything):
    parts = {part: data.wsj(part=part) for part in wsj_module.PARTS}
    assert sorted(map(str, parts["train"] + parts["held-out"])) == sorted(map(str, everything))
    assert sum(len(tree.leaves()) <= 10 for tree in parts["held-out"]) == 51  # counted by another program


def test_wsj_faults_are_placed(small_wsj):
    path = small_wsj({"wsj_0001.mrg": "( (S (NN a)) )\n( (S (NN b) )\n"})
    with pytest.raises(
        TreebankError, match=r"treebank\.zip/treebank/combined/wsj_0001\.mrg, line 2, column 1: unbal"
    ):
        data.wsj(path=path)
    with pytest.raises(TreebankError, match="2 trees, NLTK's sample has 3"):
        data.wsj(path=small_wsj({"wsj_0001.mrg": "( (S (NN a)) ) ( (S (NN b)) )"}))
    path.write_text("not a zip")
    with pytest.raises(TreebankError, match="not a zip archive"):
        data.wsj(path=path)


@pytest.mark.parametrize("wrong", [0, -3])
def test_wsj_refuses_an_empty_limit(wrong):
    with pytest.raises(ValueError, match="max_words must be 1 or more"):
        data.wsj(wrong)
