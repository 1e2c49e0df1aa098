"""The inside algorithm in a batch: the chance of a sentence, all trees added up, and the best derivation.

Letters: B sentences of n words; S symbols, of which the first N have rules with two children and the last P
have rules with one word, A is a parent; V words; span (start, end), w its width; k the width of its left
part, K = w - 1 ways to cut it.
"""

from collections.abc import Callable
from itertools import groupby
from typing import NamedTuple, TypeAlias

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor

Step: TypeAlias = Callable[[Tensor, Tensor, Tensor], Tensor]


class Rules(NamedTuple):
    """The chances of a grammar's rules, or how often each was used.

    A symbol may stand in both tables: then both of its rows together sum to 1.
    """

    root: Tensor  # (S,)  a whole sentence is this symbol
    pairs: Tensor  # (N, S, S)  A becomes the symbols B C
    words: Tensor  # (P, V)  A becomes a word

    def totals(self) -> Tensor:
        """The sum of the rules of each symbol, (S,)."""
        symbols = len(self.root)
        pairs, words = self.pairs.sum((1, 2)), self.words.sum(1)
        return F.pad(pairs, (0, symbols - len(pairs))) + F.pad(words, (symbols - len(words), 0))

    def shares(self) -> "Rules":
        """Each rule's share of the sum of its symbol, and each root's of all; of an empty sum, 0."""
        symbols, totals = len(self.root), self.totals()
        totals = torch.where(totals > 0, totals, 1.0)
        return Rules(
            self.root / self.root.sum(),
            self.pairs / totals[: len(self.pairs), None, None],
            self.words / totals[symbols - len(self.words) :, None],
        )


class Chart(NamedTuple):
    """What the symbols of each span are worth, by the width of the span: value x exp(log scale)."""

    values: list[Tensor]  # entry w: (B, n - w + 1, N), of single words (B, n, P); the highest of a span is 1
    scales: list[Tensor]  # entry w: (B, n - w + 1)


def log_inside(rules: Rules, ids: Tensor, span_scores: Tensor | None = None) -> Tensor:
    """log p(words), all trees added up: the inside algorithm, differentiable.

    Args:
        rules: chances.
        ids: (B, n), numbers of words.
        span_scores: (B, n, n + 1), added to the log of every tree that has the span; spans of two words or
            more count. The derivative by them is the chance of each span.
    Returns:
        (B,); -inf for words that the grammar cannot make.
    Source: Baker (1979), Trainable grammars for speech recognition; Lari and Young (1990); the derivatives,
        Eisner (2016), Inside-outside and forward-backward algorithms are just backprop.
    """
    values, scales = fill(rules, ids, span_scores)
    n, last = ids.size(1), _last(rules) if ids.size(1) == 1 else _first(rules)
    return (values[n][:, 0] @ rules.root[last]).log() + scales[n][:, 0]


def counts_and_log_prob(rules: Rules, ids: Tensor) -> tuple[Rules, Tensor]:
    """How often each rule is used in the trees of the sentences, each tree counted by its share; and log p.

    A count is rule x d log p / d rule: the backward pass does what the outside algorithm did.

    Args:
        rules: chances; no gradient goes back to where they come from.
        ids: (B, n).
    Returns:
        the counts of all sentences together, and (B,); with a -inf there, the counts mean nothing.
    Source: Lari and Young (1990); Eisner (2016).
    """
    with torch.enable_grad():
        leaves = Rules(*(table.detach().requires_grad_() for table in rules))
        log_probs = log_inside(leaves, ids)
        slopes = torch.autograd.grad(log_probs.sum(), leaves, materialize_grads=True)
    counts = Rules(*(table.detach() * slope for table, slope in zip(rules, slopes, strict=True)))
    return counts, log_probs.detach()


def fill(rules: Rules, ids: Tensor, span_scores: Tensor | None = None, best: bool = False) -> Chart:
    """The chart of `log_inside`; with `best`, of the best derivation in place of the sum of all.

    The values of a span are divided by the highest of them, whose log is kept apart: no sentence is so long
    or so unlikely that a number becomes too small. These scales are constants to the derivative.
    """
    step, join = (_highest, torch.maximum) if best else (_added_up, torch.add)
    part = {True: _last(rules), False: _first(rules)}  # by whether a child is a single word
    blocks = {(a, b): rules.pairs[:, part[a], part[b]].flatten(1).T for a in part for b in part}  # (I J, N)
    values, scales = [ids.new_empty(0)] * 2, [ids.new_empty(0)] * 2  # widths 0 and 1
    values[1], scales[1] = _scaled(F.embedding(ids, rules.words.T))
    for w in range(2, ids.size(1) + 1):
        m = ids.size(1) - w + 1  # so many spans of width w
        logs = torch.stack([scales[k][:, :m] + scales[w - k][:, k : k + m] for k in range(1, w)], 2)
        top = logs.amax(2).detach()  # (B, m)
        shares = (logs - top.unsqueeze(2)).exp()  # (B, m, K)
        cell = torch.zeros((), dtype=shares.dtype, device=shares.device)
        for kind, group in groupby(range(1, w), lambda k, w=w: (k == 1, k == w - 1)):
            ks = list(group)
            left = torch.stack([values[k][:, :m] for k in ks], 2)  # (B, m, K', I)
            right = torch.stack([values[w - k][:, k : k + m] for k in ks], 2)  # (B, m, K', J)
            left = left * shares[:, :, ks[0] - 1 : ks[-1], None]
            cell = join(cell, step(left, right, blocks[kind]))  # (B, m, N)
        cell, scale = _scaled(cell)
        if span_scores is not None:
            top = top + span_scores.diagonal(w, -2, -1)
        values.append(cell)
        scales.append(top + scale)
    return Chart(values, scales)


def best_derivation(rules: Rules, ids: Tensor) -> Tree:
    """The most probable derivation of one sentence: every node is labelled with the number of its symbol.

    Args:
        rules: chances.
        ids: (n,).
    Raises:
        ValueError: the grammar cannot make the words.
    Source: Viterbi's maximum in place of Baker's sum.
    """
    values, scales = fill(rules, ids.unsqueeze(0), best=True)
    n, offset = len(ids), len(rules.root) - len(rules.words)

    def tree(start: int, w: int, symbol: int) -> Tree:
        if w == 1:
            return Tree(symbol, [int(ids[start])])
        best, found = -torch.inf, (0, 0, 0)
        for k in range(1, w):
            (left, a), (right, b) = cell(start, k), cell(start + k, w - k)
            first, second = offset if k == 1 else 0, offset if w - k == 1 else 0
            block = rules.pairs[symbol, first : first + len(left), second : second + len(right)]
            ways = left[:, None] * right * block  # (I, J)
            value = float(ways.max().log() + a + b)
            if value > best:
                i, j = divmod(int(ways.argmax()), len(right))
                best, found = value, (k, first + i, second + j)
        k, i, j = found
        return Tree(symbol, [tree(start, k, i), tree(start + k, w - k, j)])

    def cell(start: int, w: int) -> tuple[Tensor, Tensor]:
        return values[w][0, start], scales[w][0, start]

    whole = cell(0, n)[0] * rules.root[_last(rules) if n == 1 else _first(rules)]
    if whole.max() == 0:
        raise ValueError("the grammar cannot make these words: no tree of them has a chance above 0")
    return tree(0, n, int(whole.argmax()) + (offset if n == 1 else 0))


def _added_up(left: Tensor, right: Tensor, block: Tensor) -> Tensor:
    """(B, m, N): of (B, m, K', I) and (B, m, K', J), all cuts and all rules (I J, N) added up."""
    return (left.mT @ right).flatten(2) @ block


def _highest(left: Tensor, right: Tensor, block: Tensor) -> Tensor:
    """(B, m, N): the best cut and the best rule in place of the sum."""
    ways = (left.unsqueeze(-1) * right.unsqueeze(-2)).amax(2).flatten(2)  # (B, m, I J)
    return torch.stack([(ways * rule).amax(-1) for rule in block.T], -1)


def _scaled(cell: Tensor) -> tuple[Tensor, Tensor]:
    """The values of spans, (..., I), divided by the highest of each; and the log of that, (...)."""
    size = cell.detach().amax(-1)
    size = torch.where(size > 0, size, 1.0)  # a span that cannot be keeps its zeros
    return cell / size.unsqueeze(-1), size.log()


def _first(rules: Rules) -> slice:
    """The symbols that have rules with two children."""
    return slice(0, len(rules.pairs))


def _last(rules: Rules) -> slice:
    """The symbols that have rules with one word."""
    return slice(len(rules.root) - len(rules.words), len(rules.root))
