"""The inside algorithm in a batch: the chance of a sentence, all trees added up, and the best derivation.

Letters: B sentences of n words; S symbols, of which the first N have rules with two children and the last P
have rules with one word, A is a parent; V words; span (start, end), w its width; k the width of its left
part, K = w - 1 ways to cut it.
"""

from typing import NamedTuple

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor


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


def counts_and_log_prob(rules: Rules, ids: Tensor, span_scores: Tensor | None = None) -> tuple[Rules, Tensor]:
    """How often each rule is used in the trees of the sentences, each tree counted by its share; and log p.

    A count is rule x d log p / d rule: the backward pass does what the outside algorithm did.

    Args:
        rules: chances; no gradient goes back to where they come from.
        ids: (B, n).
        span_scores: as in `log_inside`; they change the shares of the trees.
    Returns:
        the counts of all sentences together, and (B,); with a -inf there, the counts mean nothing.
    Source: Lari and Young (1990); Eisner (2016).
    """
    with torch.enable_grad():
        leaves = Rules(*(table.detach().requires_grad_() for table in rules))
        log_probs = log_inside(leaves, ids, span_scores)
        slopes = torch.autograd.grad(log_probs.sum(), leaves, materialize_grads=True)
    counts = Rules(*(table.detach() * slope for table, slope in zip(rules, slopes, strict=True)))
    return counts, log_probs.detach()


def fill(rules: Rules, ids: Tensor, span_scores: Tensor | None = None, best: bool = False) -> Chart:
    """The chart of `log_inside`; with `best`, of the best derivation in place of the sum of all.

    The values of a span are divided by the highest of them, whose log is kept apart: no sentence is so long
    or so unlikely that a number becomes too small. These scales are constants to the derivative.

    A part of one word meets rules of its own, the P last symbols. What a word makes of them is the same for
    all wider parts that it may join, so it is found once a word.
    """
    times, plus = (_best_product, torch.maximum) if best else (torch.matmul, torch.add)
    first, last = _first(rules), _last(rules)
    two_words = rules.pairs[:, last, last].flatten(1).T  # (P P, N)
    two_spans = rules.pairs[:, first, first].flatten(1).T  # (N N, N)
    word, scale = _scaled(F.embedding(ids, rules.words.T))  # (B, n, P), (B, n)
    shape = (len(rules.pairs), len(rules.pairs))
    opens = times(word, rules.pairs[:, last, first].permute(1, 2, 0).flatten(1)).unflatten(2, shape)
    closes = times(word, rules.pairs[:, first, last].permute(2, 1, 0).flatten(1)).unflatten(2, shape)
    values, scales = [word, word], [scale, scale]  # entry 0 is not used
    logs = (scale.unsqueeze(2)[:, :, :0],) * 2  # (B, n, 0): no part yet
    parts = (opens[:, 1:, :0],) * 2  # (B, n - 1, 0, N): none of two words or more
    opens, closes = opens[:, :-1], closes[:, 1:]
    for w in range(2, ids.size(1) + 1):
        logs = _joined(*logs, scales[w - 1])  # (B, m, K) twice, m = n - w + 1
        both = logs[0] + logs[1]
        top = both.amax(2).detach()  # (B, m)
        shares = (both - top.unsqueeze(2)).exp().unsqueeze(3)  # (B, m, K, 1)
        if w == 2:
            cell = times((word[:, :-1, :, None] * word[:, 1:, None]).flatten(2), two_words)  # (B, m, N)
        else:
            left, right = parts = _joined(*parts, values[w - 1])  # (B, m, K - 1, N) twice
            opens, closes = opens[:, :-1], closes[:, 1:]  # (B, m, N, N)  of the spans' first and last words
            after = times(right[:, :, :1] * shares[:, :, :1], opens)  # (B, m, 1, N)
            before = times(left[:, :, -1:] * shares[:, :, -1:], closes)  # (B, m, 1, N)
            cell = plus(after, before).squeeze(2)
            if w > 3:
                ways = times((left[:, :, :-1] * shares[:, :, 1:-1]).mT, right[:, :, 1:])  # (B, m, N, N)
                cell = plus(cell, times(ways.flatten(2), two_spans))
        cell, scale = _scaled(cell)
        scale = top + scale
        values.append(cell)
        scales.append(scale if span_scores is None else scale + span_scores.diagonal(w, -2, -1))
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


def _best_product(a: Tensor, b: Tensor) -> Tensor:
    """The product of matrices with the highest in place of the sum: (..., I, K) and (..., K, J)."""
    return (a.unsqueeze(-1) * b.unsqueeze(-3)).amax(-2)


def _joined(left: Tensor, right: Tensor, widest: Tensor) -> tuple[Tensor, Tensor]:
    """The parts that spans one word wider can be cut into, when those of the width below are known.

    Args:
        left: (B, m + 1, K, ...), of the spans in order the left parts, short ones first.
        right: (B, m + 1, K, ...), and the right parts that go with them.
        widest: (B, m + 1, ...), the spans of the width below.
    Returns:
        (B, m, K + 1, ...) twice.
    """
    left = torch.cat([left[:, : widest.size(1) - 1], widest[:, :-1].unsqueeze(2)], 2)
    return left, torch.cat([widest[:, 1:].unsqueeze(2), right[:, 1:]], 2)


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
