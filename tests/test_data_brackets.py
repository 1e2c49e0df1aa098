"""The bracket reader: what it reads it gives back, and what is wrong it places exactly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk import Tree

from prpn_edu.data import TreebankError
from prpn_edu.data.brackets import PLAIN, PTB, SST, Format, decode, read_lines, read_tree, read_trees

# Any token a treebank may hold: no brackets, no ASCII white space; other Unicode spaces are welcome.
TOKEN = st.text(
    st.characters(exclude_characters="() \t\n\r\f\v", exclude_categories=["Cs"]), min_size=1, max_size=5
)
SST_TREES = st.recursive(
    st.builds(lambda label, word: Tree(label, [word]), st.sampled_from("01234"), TOKEN),
    lambda below: st.builds(lambda label, a, b: Tree(label, [a, b]), st.sampled_from("01234"), below, below),
    max_leaves=12,
)


def written(tree):
    """One line, spaces in tokens untouched (nltk's own printer would break lines)."""
    inside = " ".join(child if isinstance(child, str) else written(child) for child in tree)
    return f"({tree.label()} {inside})"


@given(SST_TREES)
def test_a_written_tree_is_read_back(tree):
    assert read_tree(written(tree), SST) == tree


@given(st.lists(SST_TREES, max_size=4), st.sampled_from([" ", "\n", "\r\n", "\t", ""]))
def test_many_trees_are_read_back(trees, between):
    assert read_trees(between.join(map(written, trees)), SST) == trees


@given(SST_TREES, st.data())
def test_a_lost_or_added_bracket_is_never_read(tree, data):
    text = written(tree)
    spot = data.draw(st.sampled_from([i for i, c in enumerate(text) if c in "()"]))
    for wrong in (text[:spot] + text[spot + 1 :], text[:spot] + text[spot] + text[spot:]):
        with pytest.raises(TreebankError):
            read_tree(wrong, SST)


@given(st.lists(SST_TREES, min_size=2, max_size=5), st.data())
def test_the_broken_line_is_the_one_that_is_blamed(trees, data):
    lines = [written(tree) for tree in trees]
    broken = data.draw(st.integers(0, len(lines) - 1))
    lines[broken] = lines[broken][:-1]
    with pytest.raises(TreebankError) as error:
        read_lines("\n".join(lines) + "\n", SST, "my.txt")
    assert (error.value.file, error.value.line) == ("my.txt", broken + 1)


def test_no_break_space_belongs_to_its_token():
    tree = read_tree("(2 (2 8\xa01\\/2) (2 stars))", SST)
    assert tree.leaves() == ["8\xa01\\/2", "stars"]
    assert Tree.fromstring("(2 (2 8\xa01\\/2) (2 stars))").leaves() != tree.leaves()  # the trap is real


def test_a_number_can_be_a_word():
    assert read_tree("(3 (2 3) (3 (2 2) (2 1)))", SST).leaves() == ["3", "2", "1"]
    assert read_tree("(2 3)", SST) == Tree("2", ["3"])


@pytest.mark.parametrize(
    ("text", "column", "reason"),
    [
        ("", None, "empty"),
        ("  ", None, "empty"),
        ("(3 (2 a) (2 b)", 1, 'unbalanced: 1 "(" never closed'),
        ("(3 (2 a) (2 b)))", 16, 'unbalanced: ")" closes nothing'),
        ("(2 a) (2 b)", None, "more than one tree"),
        ("(2 a) b", 7, "text outside any tree: 'b'"),
        ("x (2 a)", 1, "text outside any tree: 'x'"),
        ("()", 1, "empty brackets"),
        ("(2)", 1, "bracket (2) holds no word"),
        ("(3 (2) (2 b))", 4, "bracket (2) holds no word"),
        ("((2 a) (2 b))", 1, "bracket without a label"),
        ("(3 ((2 a)) (2 b))", 4, "bracket without a label"),
        ("(3 (2 a))", 1, "has 1 children, two were expected"),
        ("(3 (2 a) (2 b) (2 c))", 1, "has 3 children, two were expected"),
        ("(3 (2 a b) (2 c))", 4, "bracket (2 ...) holds 2 words"),
        ("(3 (2 a) b)", 1, "holds 1 words beside 1 brackets"),
        ("(5 (2 a) (2 b))", 1, "label '5' is not one of 0, 1, 2, 3, 4"),
        ("(3 (2 a) (NP b))", 10, "label 'NP' is not one of"),
    ],
)
def test_each_fault_is_named_and_placed(text, column, reason):
    with pytest.raises(TreebankError) as error:
        read_tree(text, SST, "film.txt", line=7)
    assert isinstance(error.value, ValueError)
    assert reason in error.value.reason
    assert (error.value.file, error.value.line, error.value.column) == ("film.txt", 7, column)
    place = "film.txt, line 7" + (f", column {column}" if column else "")
    assert str(error.value).startswith(f"{place}: ")
    assert error.value.cure and str(error.value).endswith(error.value.cure)


def test_a_blank_line_is_an_error_and_a_final_newline_is_not():
    assert len(read_lines("(2 a)\n(2 b)\n", SST)) == len(read_lines("(2 a)\n(2 b)", SST)) == 2
    assert read_lines("", SST) == []
    with pytest.raises(TreebankError, match="line 2: empty"):
        read_lines("(2 a)\n\n(2 b)\n", SST)


def test_only_a_newline_ends_a_line():
    """str.splitlines would also break at U+0085 and U+2028, inside a token."""
    assert read_lines("(2 a\x85b)\n(2 c\u2028d)\n", SST) == [Tree("2", ["a\x85b"]), Tree("2", ["c\u2028d"])]


def test_penn_trees_lose_their_outer_bracket_and_may_run_over_lines():
    text = "\n( (S \n    (NP (DT a) (NN film) )\n    (VP (VBD ran) )\n  ) )\n( (X (FW b) ))\n"
    first, second = read_trees(text, PTB)
    assert first == Tree.fromstring("(S (NP (DT a) (NN film)) (VP (VBD ran)))")
    assert second == Tree("X", [Tree("FW", ["b"])])


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("( (S (A a) (B b))\n  (C c) )", 1, 1),  # two trees in one outer bracket
        ("( (S (A a)\n  ((B b)) ) )", 2, 3),  # a bracket without a label further down
        ("( (S (A a) )", 1, 1),
        ("( (S (A a) ) )\n  )", 2, 3),
        ("( )", 1, 1),
    ],
)
def test_faults_of_penn_trees_are_placed_across_lines(text, line, column):
    with pytest.raises(TreebankError) as error:
        read_trees(text, PTB, "a.mrg")
    assert (error.value.line, error.value.column) == (line, column)


def test_without_a_format_any_shape_is_read():
    text = "(S (NP (DT a) (JJ warm) (NN film)) (VP (VBD ran)))"
    assert read_tree(text, PLAIN) == Tree.fromstring(text)
    assert read_tree("(A (B b))", Format(labels=frozenset("AB"))) == Tree("A", [Tree("B", ["b"])])


def test_a_very_deep_tree_needs_no_recursion():
    depth = 5000
    tree = read_tree("(2 " * depth + "a" + ")" * depth, Format(labels=frozenset("2")))
    for _ in range(depth - 1):
        (tree,) = tree
    assert tree == Tree("2", ["a"])


def test_bytes_that_are_not_utf8_are_refused_with_their_line():
    assert decode("\ufeff(2 caf\xe9)".encode(), "a.txt") == "(2 caf\xe9)"
    with pytest.raises(TreebankError, match=r"a\.txt, line 2: not UTF-8"):
        decode("(2 a)\n(2 caf\xe9)\n".encode("latin-1"), "a.txt")
