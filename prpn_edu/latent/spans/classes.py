"""Word classes from plain text: words that stand between the same neighbours share a class.

The exchange algorithm moves one word at a time to the class that makes the text most likely under a class
bigram model, p(b | a) = p(class of b | class of a) p(b | class of b), until no move helps. No tags, no trees.
Source: Martin, Liermann and Ney (1998), Algorithms for bigram and trigram word clustering.

Letters: V words, K classes; the end of a sentence, on either side, is a class of its own with the number K.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from nltk import Tree

from prpn_edu.data import Vocabulary
from prpn_edu.latent.language_model import words_of
from prpn_edu.latent.words import SUFFIXES, build_vocabulary, known_form


@dataclass(frozen=True)
class WordClasses:
    """A class for every word, also for one that was never seen.

    Attributes:
        vocabulary: the words whose class was learnt.
        suffixes: rarer words go by these, as in `prpn.build_vocabulary`; the rest are <unk>.
        classes: (V,), numbers 0 .. K-1, one for each entry of the vocabulary.
        size: K.
        likelihoods: that of the text, as `Exchange.likelihood`, before the first sweep and after each.
    """

    vocabulary: Vocabulary
    suffixes: tuple[str, ...]
    classes: tuple[int, ...]
    size: int
    likelihoods: tuple[float, ...]

    def read(self, sentence: Sequence[str] | Tree) -> list[int]:
        """The classes of n words with the end of a sentence on both sides, n + 2 numbers 0 .. K."""
        ids = _ids(sentence, self.vocabulary, self.suffixes)
        return [self.size, *(self.classes[number] for number in ids), self.size]

    def members(self, number: int) -> list[str]:
        """The words of a class, in the order of the vocabulary: most frequent first."""
        return [word for word, c in zip(self.vocabulary.words, self.classes, strict=True) if c == number]


def learn_classes(
    sentences: Sequence[Sequence[str] | Tree],
    size: int = 32,
    min_count: int = 3,
    suffixes: Sequence[str] = SUFFIXES,
    sweeps: int = 20,
) -> WordClasses:
    """Sort the words of a text into classes.

    Args:
        sentences: lists of words, or trees, of which only the words are read.
        size: K.
        min_count: rarer words go by their suffix.
        suffixes: see `prpn.build_vocabulary`.
        sweeps: passes over all words at most; it ends when a pass moves none.
    Raises:
        ValueError: size below 1, or no sentence.
    """
    if size < 1:
        raise ValueError(f"size must be 1 class or more, not {size}")
    if len(sentences) == 0:
        raise ValueError("there is no sentence to learn classes from")
    vocabulary = build_vocabulary(sentences, min_count, suffixes)
    exchange = Exchange([_ids(s, vocabulary, suffixes) for s in sentences], len(vocabulary), size)
    likelihoods = [exchange.likelihood()]
    for _ in range(sweeps):
        moved = exchange.sweep()
        likelihoods.append(exchange.likelihood())
        if not moved:
            break
    classes = tuple(exchange.classes[:-1].tolist())
    return WordClasses(vocabulary, tuple(suffixes), classes, size, tuple(likelihoods))


class Exchange:
    """Words in classes, the counts of class bigrams, and the best move of one word.

    With f(x) = x log x, the part of the log-likelihood that depends on the classes is
    F = sum_{g,h} f(N(g, h)) - sum_g f(N(g, .)) - sum_h f(N(., h)).

    Args:
        sentences: lists of word numbers 0 .. V-1.
        words: V.
        size: K. At first the word of rank r by frequency is in class r mod K; words that do not occur follow
            <unk>, number 0.

    Attributes:
        classes: (V + 1,), the last entry is the sentence end's, K.
        counts: (K + 1, K + 1), N(g, h): how often a word of class g stands right before one of class h.
    """

    def __init__(self, sentences: Sequence[Sequence[int]], words: int, size: int):
        self.size = size
        text = np.concatenate([np.array([words, *sentence]) for sentence in sentences] + [[words]])
        pairs, times = np.unique(np.stack([text[:-1], text[1:]], 1), axis=0, return_counts=True)
        frequency = np.bincount(text, minlength=words + 1)[:words]
        self.order = np.argsort(-frequency, kind="stable")[: np.count_nonzero(frequency)]
        self.classes = np.full(words + 1, size)
        self.classes[self.order] = np.arange(len(self.order)) % size
        self.classes[:words][frequency == 0] = self.classes[0] if frequency[0] else 0
        self.counts = np.zeros((size + 1, size + 1), dtype=np.int64)
        np.add.at(self.counts, tuple(self.classes[pairs].T), times)
        self._after = _neighbours(pairs[:, 0], pairs[:, 1], times, words)
        self._before = _neighbours(pairs[:, 1], pairs[:, 0], times, words)
        x = np.arange(1, len(text) + 1)
        self._f = np.concatenate([[0.0], x * np.log(x)])  # f of every count that can occur

    def likelihood(self) -> float:
        """F, in nats: the log-likelihood but for a part that no move of a word changes."""
        total = self._f[self.counts].sum() - self._f[self.counts.sum(0)].sum()
        return float(total - self._f[self.counts.sum(1)].sum())

    def sweep(self) -> int:
        """Offer each word, most frequent first, a move to the best class; returns how many moved."""
        moved = 0
        for word in self.order.tolist():
            old = int(self.classes[word])
            before, after, itself = self._contexts(word)
            self._add(old, -before, -after, -itself)
            gains = self._gains(before, after, itself)
            new = int(gains.argmax())
            if gains[new] <= gains[old] + 1e-9:  # rounding must not move a word to and fro
                new = old
            self._add(new, before, after, itself)
            self.classes[word] = new
            moved += new != old
        return moved

    def _contexts(self, word: int) -> tuple[np.ndarray, np.ndarray, int]:
        """How often each class stands before and after the word, each (K + 1,), and the word after itself."""
        out = []
        for others, times in (self._before[word], self._after[word]):
            out.append(
                np.bincount(self.classes[others[others != word]], times[others != word], self.size + 1)
            )
        others, times = self._after[word]
        before, after = (counts.astype(np.int64) for counts in out)
        return before, after, int(times[others == word].sum())

    def _add(self, number: int, before: np.ndarray, after: np.ndarray, itself: int) -> None:
        """Count the word's bigrams in this class; negative counts take it out."""
        self.counts[:, number] += before
        self.counts[number] += after
        self.counts[number, number] += itself

    def _gains(self, before: np.ndarray, after: np.ndarray, itself: int) -> np.ndarray:
        """(K,), what F gains, up to a constant, when a word that is in no class enters each."""
        f, n, k = self._f, self.counts, self.size
        rows = (f[n + after] - f[n]).sum(1)[:k]  # N(g, h) grows for all h when the word enters g
        columns = (f[n + before[:, None]] - f[n]).sum(0)[:k]  # and N(h, g) too
        own = n.diagonal()[:k]  # N(g, g) grows by both and by the word after itself
        a, b = after[:k], before[:k]
        corner = f[own + a + b + itself] - f[own + a] - f[own + b] + f[own]
        first, second = (n.sum(1) + before)[:k], (n.sum(0) + after)[:k]  # the word's neighbours still count
        marginals = f[first + after.sum() + itself] - f[first] + f[second + before.sum() + itself] - f[second]
        return rows + columns + corner - marginals


def _ids(sentence: Sequence[str] | Tree, vocabulary: Vocabulary, suffixes: Sequence[str]) -> list[int]:
    return vocabulary.encode([known_form(word, vocabulary, suffixes) for word in words_of(sentence)])


def _neighbours(
    keys: np.ndarray, others: np.ndarray, times: np.ndarray, words: int
) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each word, the words beside it and how often."""
    order = np.argsort(keys, kind="stable")
    cuts = np.searchsorted(keys[order], np.arange(1, words + 1))
    return list(zip(np.split(others[order], cuts), np.split(times[order], cuts), strict=True))[:words]
