"""Random permutation matrices, exact by adding up subsets, and their soft stand-in by Sinkhorn's steps.

A permutation matrix Z has one 1 in each row and column: Z[i, r] = 1 says that item i has rank r, 0 the first.
With scores X, p(Z) is proportional to exp(sum_ir X_ir Z_ir). Its normaliser is a permanent: no formula for it
is short, and it is added up over the 2^n sets of items that may hold the first ranks.
"""

from collections.abc import Callable, Sequence
from itertools import permutations

import torch
from torch import Tensor

from prpn_edu import trees
from prpn_edu.latent import split
from prpn_edu.latent.structures.listed import ListedTrees, every_tree
from prpn_edu.latent.structures.scores import as_scores, check_logits

MOST = 9  # items; 512 sets, and 362,880 rankings where trees are asked for


def rank_scores(logits: Tensor | Sequence[float]) -> Tensor:
    """Scores X[i, r] = (T - 1 - r) logits_i, (..., T, T): items of high score belong to the first ranks.

    Two neighbours in the ranking then have the odds exp(logits_i - logits_j), at every rank.
    """
    logits = check_logits(logits)
    places = torch.arange(logits.size(-1) - 1, -1, -1, dtype=logits.dtype)
    return logits.unsqueeze(-1) * places  # (..., T, T)


def log_permanent(scores: Tensor) -> Tensor:
    """log of the sum over all permutations of exp(sum_r X[o_r, r]), (...); differentiable.

    Its derivative by X_ir is the chance that item i has rank r.
    Args:
        scores: (..., T, T), at most nine items.
    Source: Bellman (1962) and Held and Karp (1962) for the sum over subsets.
    """
    return _over_subsets(scores, lambda ways: ways.logsumexp(-1))


def best_permutation(scores: Tensor) -> list[int]:
    """The order of most score, item numbers by rank, for one matrix (T, T) of at most nine items."""
    if scores.dim() != 2:
        raise ValueError(f"expected scores (T, T), got {tuple(scores.shape)}")
    with torch.enable_grad():
        scores = scores.detach().requires_grad_()
        best = _over_subsets(scores, lambda ways: ways.max(-1).values)
        (chosen,) = torch.autograd.grad(best, scores)  # 1 where the best permutation has its ones
    return chosen.argmax(0).tolist()


def sinkhorn(scores: Tensor, tau: float = 1.0, rounds: int = 20) -> Tensor:
    """A doubly stochastic matrix: exp(X / tau), its rows and columns brought to the sum 1 in turn.

    Args:
        scores: (..., T, T).
        tau: above 0; near 0 the matrix comes close to the best permutation, and takes many rounds.
        rounds: of one division of all rows and one of all columns; the columns are exact at the end.
    Returns:
        (..., T, T). It is no table of chances under p(Z): those need the permanent.
    Source: Sinkhorn (1964); Mena et al. (2018), Learning Latent Permutations with Gumbel-Sinkhorn Networks.
    """
    if not tau > 0:
        raise ValueError(f"tau is {tau}: a temperature is above 0")
    logits = _square(scores) / tau
    for _ in range(rounds):
        logits = logits.log_softmax(-1).log_softmax(-2)  # in logarithms: exp(X / tau) overflows
    return logits.exp()


def permutation_trees(scores: Tensor, words: Sequence[str] | None = None) -> ListedTrees:
    """The law of the tree that is cut in the order of a random permutation of its gaps.

    Args:
        scores: (T, T), one item for each gap of T + 1 words, at most nine gaps.
    Returns:
        a law that lists all trees; the chances of all T! orders are added up.
    """
    size = _square(scores).size(-1)
    names = [f"x{i}" for i in range(size + 1)]
    place = {frozenset(trees.spans(tree)): k for k, tree in enumerate(every_tree(size + 1))}
    orders = torch.tensor(list(permutations(range(size))))  # (T!, T)
    values = scores[..., orders, torch.arange(size)].sum(-1)  # (T!)
    made = [place[frozenset(trees.spans(split.split_between(rank, names)))] for rank in -orders.argsort(-1)]
    which = torch.tensor(made)
    logits = [values[which == k].logsumexp(0) for k in range(len(place))]
    return ListedTrees(torch.stack(logits), size + 1, words)


def _over_subsets(scores: Tensor, join: Callable[[Tensor], Tensor]) -> Tensor:
    """Fill the ranks one by one: the value of a set of items is joined over which of them came last."""
    size = _square(scores).size(-1)
    if size > MOST:
        raise ValueError(f"{size} items have {2**size} sets; at most {MOST} items are taken")
    value = {0: scores.new_zeros(scores.shape[:-2])}
    for chosen in range(1, 2**size):
        items = [i for i in range(size) if chosen >> i & 1]
        ways = [value[chosen - 2**i] + scores[..., i, len(items) - 1] for i in items]
        value[chosen] = join(torch.stack(ways, -1))
    return value[2**size - 1]


def _square(scores: Tensor) -> Tensor:
    scores = as_scores(scores)
    if scores.dim() < 2 or scores.size(-1) != scores.size(-2):
        raise ValueError(f"expected scores (..., T, T), items by ranks, got {tuple(scores.shape)}")
    return scores
