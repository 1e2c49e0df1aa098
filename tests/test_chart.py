"""The chart: the best tree against all trees, ties, chances, votes."""

import pytest
import torch
from nltk import Tree

from prpn_edu import trees
from prpn_edu.latent import chart, split

UP_TO_7 = range(1, 8)


def words_of(n):
    return [f"x{i}" for i in range(n)]


def scores_of(n, seed, *batch):
    return torch.randn(*batch, n, n + 1, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def value(tree, scores):
    return sum(scores[span].item() for span in trees.spans(tree))


@pytest.mark.parametrize("n", UP_TO_7)
@pytest.mark.parametrize("seed", range(5))
def test_best_tree_is_the_best_of_all_trees(n, seed):
    scores, words = scores_of(n, seed), words_of(n)
    best = max(trees.binary_trees(words), key=lambda tree: value(tree, scores))
    assert chart.best_tree(scores, words) == best


def test_a_sentence_by_hand():
    scores = torch.zeros(3, 4)
    scores[0, 2] = 1.0
    assert chart.best_tree(scores, list("abc")) == Tree.fromstring("(X (X a b) c)")
    scores[1, 3] = 2.0
    assert chart.best_tree(scores.tolist(), list("abc")) == Tree.fromstring("(X a (X b c))")


def test_entries_that_are_no_span_do_not_matter():
    scores, words = scores_of(6, 0), words_of(6)
    start, end = torch.meshgrid(torch.arange(6), torch.arange(7), indexing="ij")
    other = torch.where(end - start < 2, scores + 5.0, scores)
    assert chart.best_tree(other, words) == chart.best_tree(scores, words)
    assert (chart.best_cuts(scores)[end - start < 2] == 0).all()
    assert (chart.span_chances(scores)[end - start < 2] == 0).all()


@pytest.mark.parametrize("n", UP_TO_7)
def test_of_equal_sums_the_first_cut_is_taken(n):
    assert chart.best_tree(torch.zeros(n, n + 1), words_of(n)) == trees.right(words_of(n))


def test_a_forbidden_span_is_avoided_where_it_can_be():
    scores, words = scores_of(5, 1), words_of(5)
    free = chart.best_tree(scores, words)
    for span in trees.spans(free) - {(0, 5)}:
        forbidden = scores.clone()
        forbidden[span] = -torch.inf
        assert span not in trees.spans(chart.best_tree(forbidden, words))


def test_a_batch_is_its_sentences():
    scores = scores_of(6, 2, 2, 3)
    cuts, chances, total = chart.best_cuts(scores), chart.span_chances(scores), chart.log_partition(scores)
    assert total.shape == (2, 3)
    for i in range(2):
        for j in range(3):
            tree = chart.tree_of_cuts(cuts[i, j].tolist(), words_of(6))
            assert tree == chart.best_tree(scores[i, j], words_of(6))
            assert torch.allclose(chances[i, j], chart.span_chances(scores[i, j]))
            assert torch.allclose(total[i, j], chart.log_partition(scores[i, j]))


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
@pytest.mark.parametrize("n", UP_TO_7)
def test_the_partition_and_the_chances_are_those_of_all_trees(n, dtype):
    scores = scores_of(n, n)
    every = list(trees.binary_trees(words_of(n)))
    law = torch.tensor([value(tree, scores) for tree in every], dtype=torch.float64)
    expected = torch.zeros(n, n + 1, dtype=torch.float64)
    for tree, chance in zip(every, law.softmax(0).tolist(), strict=True):
        for span in trees.spans(tree):
            expected[span] += chance
    torch.testing.assert_close(chart.log_partition(scores.to(dtype)), law.logsumexp(0).to(dtype))
    torch.testing.assert_close(chart.span_chances(scores.to(dtype)), expected.to(dtype))


def test_without_scores_the_partition_counts_trees():
    catalan = [1, 1, 2, 5, 14, 42, 132]
    counted = [chart.log_partition(torch.zeros(n, n + 1).double()).exp().item() for n in UP_TO_7]
    assert counted == pytest.approx(catalan)


@pytest.mark.parametrize("dtype", [torch.float64, torch.float32])
def test_forty_words_of_high_and_of_low_scores_fit(dtype):
    for size in (100.0, -100.0):
        scores = size + scores_of(40, 0).to(dtype)
        total, chances = chart.log_partition(scores), chart.span_chances(scores)
        assert total.isfinite() and chances.isfinite().all()
        assert total - 39 * size == pytest.approx(chart.log_partition(scores - size).item(), abs=0.05)
        assert chances.sum().item() == pytest.approx(39, abs=0.01), "a binary tree over 40 words has 39 spans"


@pytest.mark.parametrize("n", [2, 4, 6])
def test_the_gradient_of_the_partition_is_the_chances(n):
    assert torch.autograd.gradcheck(chart.log_partition, scores_of(n, 0, 2).requires_grad_())


def test_minimum_risk_has_the_most_expected_spans_and_may_differ_from_the_best_tree():
    words, differ = words_of(6), 0
    for seed in range(20):
        scores = scores_of(6, seed)
        chances = chart.span_chances(scores)
        safest = chart.best_tree(chances, words)
        assert safest == max(trees.binary_trees(words), key=lambda tree: value(tree, chances))
        differ += safest != chart.best_tree(scores, words)
    assert 0 < differ < 20


def test_votes_count_spans_and_the_majority_wins():
    words = words_of(4)
    three = [trees.left(words), trees.right(words), trees.right(words)]
    counts = chart.votes(three)
    assert {tuple(span): counts[tuple(span)].item() for span in counts.nonzero().tolist()} == {
        (0, 2): 1,
        (0, 3): 1,
        (0, 4): 3,
        (1, 4): 2,
        (2, 4): 2,
    }
    assert chart.best_tree(counts, words) == trees.right(words)


def test_the_tree_of_votes_may_be_nobodys():
    words = words_of(7)
    voters = [
        split.split_between(torch.randperm(6, generator=torch.Generator().manual_seed(k)), words)
        for k in range(7)
    ]
    assert chart.best_tree(chart.votes(voters), words) not in voters


def test_a_long_sentence_fits():
    tree = chart.best_tree(scores_of(60, 0), words_of(60))
    assert trees.words(tree) == words_of(60) and len(trees.spans(tree)) == 59


@pytest.mark.parametrize(
    ("scores", "words", "said"),
    [
        (torch.zeros(3, 3), "abc", r"3 words need scores \(3, 4\), not \(3, 3\)"),
        (torch.zeros(2, 3), "abc", r"3 words need scores \(3, 4\), not \(2, 3\)"),
        (torch.full((2, 3), torch.nan), "ab", r"span \(0, 0\) is nan"),
        (torch.full((2, 3), torch.inf), "ab", r"span \(0, 0\) is inf"),
    ],
)
def test_scores_that_cannot_be(scores, words, said):
    with pytest.raises(ValueError, match=said):
        chart.best_tree(scores, list(words))


def test_chances_need_finite_scores():
    with pytest.raises(ValueError, match="finite"):
        chart.span_chances(torch.full((3, 4), -torch.inf))


def test_other_bad_input():
    with pytest.raises(ValueError, match="at least one word"):
        chart.best_tree(torch.zeros(0, 1), [])
    with pytest.raises(ValueError, match=r"\(\.\.\., n, n \+ 1\)"):
        chart.best_cuts(torch.zeros(4))
    with pytest.raises(ValueError, match=r"\[2, 3\] words"):
        chart.votes([trees.left(words_of(2)), trees.left(words_of(3))])
    with pytest.raises(ValueError, match="same words"):
        chart.votes([])
