"""How unpredictable the sentences of a grammar are, exactly: the floor under any model's perplexity.

Two quantities. The entropy of a *derivation*, and the expected length, follow from the rule probabilities
alone, by a linear system over the symbols (Grenander 1967; Chi 1999). The probability of a *sentence*, summed
over all its derivations, needs the inside algorithm (Baker 1979); the probability that a sentence *begins*
with given words needs its prefix form (Jelinek and Lafferty 1991). A derivation tells more than its sentence,
so its entropy is the larger.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from prpn_edu.data.pcfg import Grammar, Rule
from prpn_edu.data.toy import toy
from prpn_edu.data.toy_grammar import GRAMMAR


def derivation_entropy(grammar: Grammar) -> float:
    """Bits per derivation: the mean of -log2 of a derivation's probability.

    With h(X) the entropy of the choice of a rule of X, and p the probability of the rule X -> Y Z:
    H(X) = h(X) + sum over the rules X -> Y Z of p (H(Y) + H(Z)).
    """
    return _expected_total(grammar, lambda rule: -math.log2(rule.probability))


def expected_length(grammar: Grammar) -> float:
    """Mean number of words of a sentence: the same linear system, one unit for each word."""
    return _expected_total(grammar, lambda rule: float(len(rule.children) == 1))


def _expected_total(grammar: Grammar, value: Callable[[Rule], float]) -> float:
    """Mean over derivations of the sum of `value` over the rules used; solves v = own + M v.

    Raises:
        ValueError: the grammar need not end: a symbol has one or more descendants of its own kind on average.
    """
    number = {symbol: k for k, symbol in enumerate(grammar.rules)}
    own = np.zeros(len(number))  # (N,)    mean value of one rule of the symbol
    children = np.zeros((len(number), len(number)))  # (N, N)  mean number of children of each kind
    for symbol, rules in grammar.rules.items():
        for rule in rules:
            own[number[symbol]] += rule.probability * value(rule)
            for child in rule.children if len(rule.children) == 2 else ():
                children[number[symbol], number[child]] += rule.probability
    if max(abs(np.linalg.eigvals(children))) >= 1:
        raise ValueError(
            "the derivations of this grammar grow without end; make its recursive rules less probable"
        )
    return float(np.linalg.solve(np.eye(len(number)) - children, own)[number[grammar.start]])


class SentenceProbability:
    """log2 p(sentence) and log2 p(a sentence begins so), summed over all derivations.

    Letters: N symbols, R rules with two children, n words. `chart[i, j]` holds, for each symbol, the
    probability that it becomes exactly the words i..j-1.
    """

    def __init__(self, grammar: Grammar):
        symbols = list(grammar.rules)
        number = {symbol: k for k, symbol in enumerate(symbols)}
        pairs = [rule for rules in grammar.rules.values() for rule in rules if len(rule.children) == 2]
        self._start = number[grammar.start]
        self._size = len(symbols)
        self._parent = np.array([number[rule.parent] for rule in pairs], dtype=int)  # (R,)
        self._left = np.array([number[rule.children[0]] for rule in pairs], dtype=int)  # (R,)
        self._right = np.array([number[rule.children[1]] for rule in pairs], dtype=int)  # (R,)
        self._probability = np.array([rule.probability for rule in pairs])  # (R,)
        self._word: dict[str, np.ndarray] = {}  # for each word (N,)
        for rules in grammar.rules.values():
            for rule in rules:
                if len(rule.children) == 1:
                    column = self._word.setdefault(rule.children[0], np.zeros(self._size))
                    column[number[rule.parent]] += rule.probability
        step = np.zeros((self._size, self._size))  # (N, N)  the chance that X begins with Y
        np.add.at(step, (self._parent, self._left), self._probability)
        # 1 + step + step^2 + ...: all ways to come from X to a first descendant Y.
        self._corner = np.linalg.inv(np.eye(self._size) - step)

    def log2(self, words: Sequence[str]) -> float:
        """log2 of the probability of this sentence; -inf if the grammar does not make it, or it is empty."""
        return self.log2_both(words)[0]

    def log2_prefix(self, words: Sequence[str]) -> float:
        """log2 of the probability that a sentence begins with these words, or is them; 0 for no words."""
        return self.log2_both(words)[1]

    def log2_both(self, words: Sequence[str]) -> tuple[float, float]:
        """`log2` and `log2_prefix` from one chart."""
        n = len(words)
        if n == 0:
            return -math.inf, 0.0
        chart = self._chart(words)
        prefix = np.zeros((n, self._size))  # (n, N)  the symbol's words begin with words i..n-1
        prefix[n - 1] = self._corner @ self._word_column(words[-1])
        for i in reversed(range(n - 1)):
            # The left child ends within the words, the right one goes on to their end and perhaps beyond; or
            # the left child does all that by itself, which is what `_corner` adds up.
            prefix[i] = self._corner @ self._combine(chart[i, i + 1 : n], prefix[i + 1 : n])
        return _log2(chart[0, n, self._start]), _log2(prefix[0, self._start])

    def _chart(self, words: Sequence[str]) -> np.ndarray:
        n = len(words)
        chart = np.zeros((n, n + 1, self._size))  # (n, n + 1, N)
        for i, word in enumerate(words):
            chart[i, i + 1] = self._word_column(word)
        for width in range(2, n + 1):
            for i in range(n - width + 1):
                j = i + width
                chart[i, j] = self._combine(chart[i, i + 1 : j], chart[i + 1 : j, j])
        return chart

    def _combine(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """(N,) from the (splits, N) probabilities of both children, summed over splits and rules."""
        both = np.einsum("kr,kr->r", left[:, self._left], right[:, self._right])  # (R,)
        return np.bincount(self._parent, self._probability * both, self._size)

    def _word_column(self, word: str) -> np.ndarray:
        return self._word.get(word, np.zeros(self._size))


@dataclass(frozen=True)
class Entropy:
    """What the true grammar pays for a set of sentences, in bits.

    Attributes:
        sentences: how many.
        words: how many in all, ends of sentences not counted.
        bits: sum of -log2 p(sentence): all words and the end of each sentence.
        bits_without_end: sum of -log2 p(a sentence begins with these words): all words, the end not asked
            for.
    """

    sentences: int
    words: int
    bits: float
    bits_without_end: float

    def bits_per_word(self, end: bool = True) -> float:
        """With `end`, the end of a sentence is predicted and counted like a word; without, neither."""
        return self.bits / (self.words + self.sentences) if end else self.bits_without_end / self.words

    def nats_per_word(self, end: bool = True) -> float:
        """The same in nats, the unit of a cross-entropy loss in PyTorch."""
        return self.bits_per_word(end) * math.log(2)

    def perplexity(self, end: bool = True) -> float:
        """2 to the bits per word: the perplexity of the true grammar on these sentences."""
        return 2 ** self.bits_per_word(end)


def toy_entropy(split: str = "test", size: int | None = None, seed: int = 0) -> Entropy:
    """The cost of a split of the toy treebank under the grammar that wrote it.

    This is the floor for a language model that learns the grammar and nothing else. Each split holds a third
    of all sentences, chosen by a hash, and within it nothing is rejected: its law is the grammar's law given
    that third. Somebody who could compute the hash would save about log2 3 = 1.58 bits a sentence and no
    more; a model of the words cannot.

    Args:
        split, size, seed: as in `toy`. The default takes about a second.
    Raises:
        ValueError: as `toy`, and if there are no sentences.
    """
    sentences = [tree.leaves() for tree in toy(split, size, seed)]
    return cost(GRAMMAR, sentences)


def cost(grammar: Grammar, sentences: Sequence[Sequence[str]]) -> Entropy:
    """What a grammar pays for sentences; inf if one is impossible. Raises ValueError if there are none."""
    if not sentences:
        raise ValueError("no sentences: a mean over nothing is not defined")
    probability = SentenceProbability(grammar)
    whole, begun = zip(*(probability.log2_both(words) for words in sentences), strict=True)
    return Entropy(
        sentences=len(sentences),
        words=sum(map(len, sentences)),
        bits=-math.fsum(whole),
        bits_without_end=-math.fsum(begun),
    )


def _log2(probability: float) -> float:
    return math.log2(probability) if probability > 0 else -math.inf
