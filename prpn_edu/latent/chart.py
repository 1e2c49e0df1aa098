"""The best of all binary trees, where each span has a score of its own: a chart, filled from short to long.

The score of a tree is the sum over its spans of two words or more. There are Catalan(n-1) trees, but a span's
best tree depends on nothing outside it, so n^3 / 6 sums are enough (Cocke, Kasami and Younger).

Letters: n words; span (start, end), end exclusive; w the width of a span; k the width of its left part.
"""

from collections.abc import Callable, Iterable, Sequence

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu import trees
from prpn_edu.latent.split import LABEL


def best_tree(span_scores: Tensor | Sequence[Sequence[float]], words: Sequence[str]) -> Tree:
    """The binary tree whose spans have the highest sum of scores.

    Args:
        span_scores: (n, n + 1), entry (start, end) for the words start .. end-1. Only spans of two words or
            more count; a span at -inf is left out where any other tree can be had.
        words: n words.
    Returns:
        a tree with the label "X" over bare words. Of trees with equal sums, the one whose cuts stand further
        to the left, span by span from the root: without any differences, the right-branching tree.
    Raises:
        ValueError: no word, another shape than (n, n + 1), or a score that is nan or +inf, with its span.
    """
    words = trees.as_words(words)
    scores = torch.as_tensor(span_scores)
    if scores.shape != (len(words), len(words) + 1):
        raise ValueError(
            f"{len(words)} words need scores {(len(words), len(words) + 1)}, not {(*scores.shape,)}"
        )
    return tree_of_cuts(best_cuts(scores).tolist(), words)


def best_trees(span_scores: Sequence[Tensor], sentences: Sequence[Sequence[str]]) -> list[Tree]:
    """`best_tree` of many sentences: those of one length share a chart, which saves most of the time.

    Args:
        span_scores: N tensors (n, n + 1).
        sentences: N lists of n words.
    """
    by_length: dict[int, list[int]] = {}
    for k, words in enumerate(sentences):
        by_length.setdefault(len(words), []).append(k)
    found: dict[int, Tree] = {}
    for places in by_length.values():
        cuts = best_cuts(torch.stack([span_scores[k] for k in places])).tolist()
        found |= {k: tree_of_cuts(cut, sentences[k]) for k, cut in zip(places, cuts, strict=True)}
    return [found[k] for k in range(len(sentences))]


def best_cuts(span_scores: Tensor) -> Tensor:
    """Where the best tree over each span is cut first: the chart of a batch of sentences of one length.

    Args:
        span_scores: (..., n, n + 1), as in `best_tree`.
    Returns:
        (..., n, n + 1), entry (start, end) is the first word of the right part, start < cut < end; 0 where
        there is no span of two words or more. Of equal sums the first cut is taken.
    """
    n = _length(span_scores)
    cuts = torch.zeros(span_scores.shape, dtype=torch.long, device=span_scores.device)

    def highest(ways: Tensor) -> Tensor:
        starts = torch.arange(ways.size(-2), device=ways.device)  # (n - w + 1,)
        chosen = ways.argmax(-1)  # (..., n - w + 1)  the first of the highest
        cuts.diagonal(ways.size(-1) + 1, -2, -1).copy_(starts + chosen + 1)
        return ways.gather(-1, chosen.unsqueeze(-1)).squeeze(-1)

    if n > 1:
        _fill(span_scores, highest)
    return cuts


def log_partition(span_scores: Tensor) -> Tensor:
    """log of the sum over all binary trees of exp(the tree's score), differentiable.

    Its derivative by a span's score is the chance of the span, when trees are drawn in proportion to
    exp(score): see `span_chances`.

    Args:
        span_scores: (..., n, n + 1), as in `best_tree`; sentences of one length may share a chart.
    Returns:
        (...); log Catalan(n - 1) where all scores are 0, and 0 for a single word.
    Raises:
        ValueError: as in `best_tree`.
    Source: Baker (1979), the inside algorithm, of a grammar with one symbol; Eisner (2016), Inside-outside
        and forward-backward algorithms are just backprop, for the derivative.
    """
    _length(span_scores)
    return _fill(span_scores, lambda ways: ways.logsumexp(-1))


def span_chances(span_scores: Tensor) -> Tensor:
    """The chance of each span when a tree is drawn in proportion to exp(its score), (..., n, n + 1).

    `best_tree` of these is minimum-risk decoding: the tree from which most spans are expected to be right.
    Entries that are no span of two words or more are 0.
    Raises:
        ValueError: as in `best_tree`, or a score of -inf: 0 / 0 has no derivative.
    Source: Goodman (1996), Parsing Algorithms and Metrics; the derivative is the outside algorithm.
    """
    if (span_scores == -torch.inf).any():
        raise ValueError(
            "chances need finite scores; for a span that must not be, take a low one, such as -1e4"
        )
    if _length(span_scores) == 1:
        return torch.zeros_like(span_scores)
    with torch.enable_grad():
        scores = span_scores.detach().requires_grad_()
        (chances,) = torch.autograd.grad(log_partition(scores).sum(), scores)
    return chances


def votes(candidates: Iterable[Tree]) -> Tensor:
    """How many of several trees over the same words have each span.

    Args:
        candidates: trees over n words.
    Returns:
        (n, n + 1) counts; `best_tree(votes(candidates), words)` is the tree of most votes.
    Raises:
        ValueError: no tree, or trees over different numbers of words.
    """
    candidates = list(candidates)
    lengths = {len(trees.words(tree)) for tree in candidates}
    if len(lengths) != 1:
        raise ValueError(f"votes need trees over the same words; these have {sorted(lengths)} words")
    (n,) = lengths
    counts = torch.zeros(n, n + 1)
    for tree in candidates:
        for start, end in trees.spans(tree):
            counts[start, end] += 1
    return counts


def tree_of_cuts(cuts: Sequence[Sequence[int]], words: Sequence[str]) -> Tree:
    """The tree that `best_cuts` describes, for one sentence: cuts[start][end] begins the right part."""
    root = Tree(LABEL, [None])
    todo = [(root, 0, 0, len(words))]  # (parent, place in it, start, end)
    while todo:
        parent, place, start, end = todo.pop()
        if end - start == 1:
            parent[place] = words[start]
            continue
        parent[place] = node = Tree(LABEL, [None, None])
        cut = cuts[start][end]
        todo += [(node, 0, start, cut), (node, 1, cut, end)]
    return root[0] if len(words) > 1 else root


def _fill(span_scores: Tensor, join: Callable[[Tensor], Tensor]) -> Tensor:
    """The value of the whole sentence, (...).

    Args:
        span_scores: (..., n, n + 1).
        join: from the values of all ways to cut, (..., n - w + 1, w - 1), to one for each span.
    """
    n = span_scores.size(-2)
    by_width = [span_scores.new_zeros(*span_scores.shape[:-2], n)] * 2  # entry 0 is not used; a word counts 0
    for w in range(2, n + 1):
        m = n - w + 1  # so many spans of width w
        ways = [by_width[k][..., :m] + by_width[w - k][..., k : k + m] for k in range(1, w)]
        here = span_scores.diagonal(w, -2, -1)  # (..., m)  the spans (start, start + w)
        by_width.append(here + join(torch.stack(ways, -1)))
    return by_width[n][..., 0]


def _length(span_scores: Tensor) -> int:
    """n of scores (..., n, n + 1); raises ValueError, with the place, where they are no such thing."""
    if span_scores.dim() < 2 or span_scores.size(-1) != span_scores.size(-2) + 1 or span_scores.size(-2) < 1:
        raise ValueError(f"expected scores (..., n, n + 1), one for each span, got {(*span_scores.shape,)}")
    wrong = span_scores.isnan() | (span_scores == torch.inf)
    if wrong.any():
        place = tuple(wrong.nonzero()[0].tolist())
        raise ValueError(
            f"the score of span {place} is {span_scores[place].item()}: no best tree can be told"
        )
    return span_scores.size(-2)
