"""Rankings by Plackett and Luce, and the trees that they make.

A ranking is drawn best first: each time, one of the words that are left is chosen in proportion to its score.
"""

from collections.abc import Sequence

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor

from prpn_edu import trees
from prpn_edu.latent import gates
from prpn_edu.latent.structures import BetweenTrees, SplitTrees
from prpn_edu.latent.structures.scores import as_scores, log_scores, perturb


def ranking_log_prob(order: Tensor | Sequence[int], d: Tensor | Sequence[float]) -> Tensor:
    """The log-probability of a ranking: sum_k log d_{o_k} - log sum_{j >= k} d_{o_j}.

    Args:
        order: (..., T), word numbers, best first.
        d: (..., T), scores above 0.
    Returns:
        (...), in nats; order and d broadcast against each other.
    Raises:
        ValueError: an order that is not a permutation of 0 .. T-1, or scores that are not above 0.
    Source: note, eq. (9); Plackett (1975), Luce (1959).
    """
    logits = log_scores(d)
    order = torch.as_tensor(order, device=logits.device)
    size = logits.size(-1)
    if order.is_floating_point() or order.dim() == 0 or order.size(-1) != size:
        raise ValueError(f"expected an order of {size} word numbers, as many as scores, got {order!r:.80}")
    if not torch.equal(order.sort(-1).values, torch.arange(size, device=order.device).expand_as(order)):
        raise ValueError(f"an order holds each of 0 .. {size - 1} once; got {order!r:.80}")
    logits, order = torch.broadcast_tensors(logits, order)
    ranked = logits.gather(-1, order)  # (..., T)  best first
    left = ranked.flip(-1).logcumsumexp(-1).flip(-1)  # (..., T)  log sum of the scores that are still there
    return (ranked - left).sum(-1)


def sample(
    d: Tensor | Sequence[float], sample_shape: Sequence[int] = (), generator: torch.Generator | None = None
) -> Tensor:
    """Random rankings: sort by log d + Gumbel noise.

    Args:
        d: (..., T), scores above 0.
        sample_shape: how many for each row of d.
        generator: the source of chance; torch's own when None.
    Returns:
        sample_shape + (..., T), word numbers, best first.
    Source: Yellott (1977): the order of arrivals in a race of exponential times is Plackett-Luce.
    """
    return perturb(log_scores(d), sample_shape, generator).argsort(-1, descending=True)


def limit_distribution(d: Tensor | Sequence[float]) -> Tensor:
    """p(l_t = k) when all words are ranked at once and l_t is the nearest to the left with a higher rank.

    l_t <= k says that t comes first of k+1 .. t, which has the chance d_t / sum_{j=k+1}^{t} d_j.

    Args:
        d: (..., T), scores above 0; d_0 plays no part, since every search stops at 0.
    Returns:
        (..., T, T), rows t >= 1 sum to 1; 0 for k >= t.
    Source: ours. `pairwise.limit_distribution` of Bradley-Terry has the same comparisons, but independent.
    """
    inside = expected_gates(torch.as_tensor(d))  # (..., T, T)  P(l_t <= k)
    return inside - F.pad(inside, (1, 0))[..., :-1].tril(-1)


def expected_gates(d: Tensor) -> Tensor:
    """The gates when all scores race in one ranking: P(l_t <= i), l_t the nearest to the left that beats t.

    Position i is inside the limit if none of i+1 .. t-1 beats t, so if t is the first of i+1 .. t.

    Args:
        d: (..., T), scores, all > 0.
    Returns:
        (..., T, T), entry (t, i) = d_t / sum_{j=i+1}^{t} d_j; 1 at i = t-1; 0 for i >= t.
    Raises:
        TypeError: d is not a tensor of floats.
        ValueError: a score that is not above 0.
    Source: ours, from the note's eq. (9); `pairwise` has the coins of the note's Figure 3, each tossed for
        itself.
    """
    gates.check_scores(d)
    log_scores(d)  # says which score is not above 0
    size = d.size(-1)
    past = d.new_ones(size, size).tril(-1)  # (T, T)  i < t
    ahead = F.pad(d[..., 1:], (0, 1)).unsqueeze(-2) * past  # (..., T, T)  entry (t, i) holds d_{i+1}
    rivals = ahead.flip(-1).cumsum(-1).flip(-1)  # (..., T, T)  sum_{j=i+1}^{t} d_j
    return d.unsqueeze(-1) * past / rivals.masked_fill(past == 0, 1.0)


def tree_log_prob(tree: Tree, d: Tensor | Sequence[float]) -> Tensor:
    """The log-probability of a tree when the ranking is random, differentiable in d.

    Args:
        tree: a binary tree over n words.
        d: (..., n), one score a word: the tree goes through SPLIT, and all rankings that make it are added
            up; or (..., n-1), one score a gap: the tree is cut between the words. All above 0.
    Returns:
        (...), in nats. A tree that SPLIT cannot make, such as ((a b) ((c d) e)), has -inf.
    Raises:
        ValueError: neither n nor n-1 scores, a score that is not above 0, a tree that is not binary.
    Source: note, eq. (8).
    """
    return _law(d, trees.words(tree)).log_prob(tree)


def best_tree(d: Tensor | Sequence[float], words: Sequence[str] | None = None) -> Tree:
    """The most probable tree, exactly: not always the greedy tree, which is that of the best *ranking*.

    Args:
        d: (n,), one score a word, read through SPLIT; or (n-1,), one score a gap. All above 0.
        words: n words; None stands for x0, x1, ... with one score a word.
    Returns:
        a binary tree. It takes n^3 steps: 40 words some 20 milliseconds.
    Raises:
        ValueError: neither n nor n-1 scores, or a score that is not above 0.
    Source: note, section 5.3, which calls SPLIT a greedy approach to this.
    """
    d = as_scores(d)
    if d.dim() != 1:
        raise ValueError(f"expected the scores of one sentence, (n,), got shape {tuple(d.shape)}")
    mode = _law(d, words if words is None else trees.as_words(words)).mode
    assert isinstance(mode, Tree)
    return mode


def _law(d: Tensor | Sequence[float], words: Sequence[str] | None) -> BetweenTrees | SplitTrees:
    d = as_scores(d)
    missing = 0 if words is None else len(words) - d.size(-1)
    if missing not in (0, 1):
        raise ValueError(
            f"{len(words or ())} words take {len(words or ())} scores, one a word, or one fewer, one a gap; "
            f"got {d.size(-1)}"
        )
    return (BetweenTrees if missing else SplitTrees)(d, words)
