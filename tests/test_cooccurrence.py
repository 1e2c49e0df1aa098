"""Counts, PPMI and the space: against brute force over all pairs, and against exact fractions."""

import math
from collections import Counter
from fractions import Fraction as F
from itertools import chain

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from nltk import Tree

from prpn_edu import data
from prpn_edu.data import cooccurrence
from prpn_edu.data.cooccurrence import Counts, Space
from prpn_edu.loops import composition as loops

TREES = data.toy("train", 60)
REMARK = Tree.fromstring("(1 (3 (3 silly) (2 comedy)) (1 (2 was) (1 dull)))")


def smallest_label(tree, i, j):
    """The label of the smallest phrase with words i and j, by trying all phrases."""
    places = [p for p in tree.treepositions() if isinstance(tree[p], Tree)]
    start = {p: len([q for q in tree.treepositions("leaves") if q < p]) for p in places}
    spans = [(len(tree[p].leaves()), start[p], tree[p].label()) for p in places]
    return min(span for span in spans if span[1] <= i and j < span[1] + span[0])[2]


def test_a_remark_by_hand():
    pairs = Counter(cooccurrence.phrase_pairs(REMARK, lambda a, b: (a, b) == ("silly", "comedy")))
    assert pairs == Counter(
        [
            ("silly", "comedy:3"),
            ("silly", "was:1"),
            ("silly", "dull:1"),
            ("comedy", "silly:3"),
            ("comedy", "was:1"),
            ("comedy", "dull:1"),
            ("was", "silly:1"),
            ("was", "comedy:1"),
            ("was", "dull:1"),
            ("dull", "silly:1"),
            ("dull", "comedy:1"),
            ("dull", "was:1"),
            ("silly comedy", "was:1"),
            ("silly comedy", "dull:1"),
        ]
    )


@pytest.mark.parametrize("tree", TREES, ids=lambda tree: " ".join(tree.leaves()))
def test_pairs_of_words_are_all_pairs(tree):
    words = tree.leaves()
    ordered = [(i, j) for i in range(len(words)) for j in range(len(words)) if i != j]
    assert Counter(cooccurrence.word_pairs(tree)) == Counter((words[i], words[j]) for i, j in ordered)
    assert Counter(cooccurrence.phrase_pairs(tree)) == Counter(
        (words[i], f"{words[j]}:{smallest_label(tree, min(i, j), max(i, j))}") for i, j in ordered
    )


def test_a_phrase_has_the_words_outside_it_as_contexts():
    anything = lambda a, b: True  # noqa: E731
    for tree in TREES:
        pairs = Counter(t for t, _ in cooccurrence.phrase_pairs(tree, anything))
        size = len(tree.leaves())
        joined = Counter(
            " ".join(n.leaves()) for n in tree.subtrees() if len(n) == 2 and len(n.leaves()) == 2
        )
        for phrase, times in joined.items():
            assert pairs[phrase] == times * (size - 2)


def test_counts_hold_each_pair():
    pairs = list(chain.from_iterable(map(cooccurrence.phrase_pairs, TREES)))
    counts = Counts.of(pairs)
    assert counts.table.sum() == len(pairs)
    for (target, context), times in Counter(pairs).items():
        assert counts.table[counts.targets.index(target), counts.contexts.index(context)] == times
    assert list(counts.targets) == sorted(counts.targets)
    some = ["film", "was"]
    assert torch.equal(counts.rows(some)[1], counts.table[counts.targets.index("was")])


def test_counts_refuse_what_they_do_not_have():
    with pytest.raises(ValueError, match="nothing to count"):
        Counts.of([])
    with pytest.raises(KeyError, match=r"never seen.*zebra"):
        Counts.of([("film", "was")]).rows(["film", "zebra"])


def test_counting_phrases():
    seen = cooccurrence.count_phrases([REMARK, REMARK], {"silly", "was"}, {"comedy", "dull"})
    assert seen == {"silly comedy": 2, "was dull": 2}
    assert cooccurrence.count_phrases([REMARK], {"comedy"}, {"was"}) == {}  # neighbours, but no phrase


tables = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(st.integers(1, 9), min_size=width, max_size=width), min_size=1, max_size=4
    )
)


@given(tables)
def test_ppmi_is_the_logarithm_of_the_association(table):
    ratios = loops.association([[F(x) for x in row] for row in table])
    total = sum(map(sum, table))
    for w, row in enumerate(table):
        for c, x in enumerate(row):
            assert ratios[w][c] == F(x, total) / (F(sum(row), total) * F(sum(r[c] for r in table), total))
    want = [[max(0.0, math.log(x)) for x in row] for row in ratios]
    assert torch.allclose(
        cooccurrence.ppmi(torch.tensor(table, dtype=torch.float64)), torch.tensor(want).double(), atol=1e-6
    )


@given(tables, st.sampled_from([1e-9, 0.01, 1.0, 1e6]))
def test_ppmi_takes_shares_of_any_total(table, scale):
    counts = torch.tensor(table, dtype=torch.float64)
    assert torch.allclose(cooccurrence.ppmi(counts * scale), cooccurrence.ppmi(counts), atol=1e-9)


def test_ppmi_of_what_never_met_and_of_empty_rows_is_zero():
    table = torch.tensor([[4.0, 0.0], [0.0, 0.0], [1.0, 5.0]])
    weights = cooccurrence.ppmi(table)
    assert weights[0, 1] == 0 and weights[1].tolist() == [0, 0] and weights.isfinite().all()
    assert cooccurrence.ppmi(table, torch.tensor([1.0, 0.0]))[2].tolist() == [0, 0]


def test_words_of_equal_contexts_have_equal_vectors_however_frequent():
    generator = torch.Generator().manual_seed(0)
    table = torch.randint(0, 9, (12, 20), generator=generator).double() + torch.eye(12, 20)
    space = Space(table, 6)
    once, often = space.place(table[:3]), space.place(7 * table[:3])
    assert torch.allclose(once, often)
    assert torch.allclose(once.norm(dim=-1), torch.ones(3, dtype=torch.float64))
    assert space.place(torch.zeros(1, 20, dtype=torch.float64)).tolist() == [[0.0] * 6]


def test_the_axes_are_those_of_the_best_low_rank_copy():
    """Eckart and Young: no other six directions keep more of the words' PPMI."""
    generator = torch.Generator().manual_seed(1)
    table = torch.randint(0, 9, (12, 20), generator=generator).double()
    space = Space(table, 6)
    assert torch.allclose(space.axes.T @ space.axes, torch.eye(6, dtype=torch.float64), atol=1e-9)
    weights = cooccurrence.ppmi(table)
    lost = (weights - weights @ space.axes @ space.axes.T).norm()
    for seed in range(20):
        other = torch.linalg.qr(
            torch.randn(20, 6, generator=generator.manual_seed(seed), dtype=torch.float64)
        )[0]
        assert lost < (weights - weights @ other @ other.T).norm()
    assert all(column[column.abs().argmax()] > 0 for column in space.axes.T)


def test_a_space_has_no_more_dimensions_than_words():
    with pytest.raises(ValueError, match=r"at most 3 dimensions; 4 were asked for"):
        Space(torch.ones(3, 9), 4)
