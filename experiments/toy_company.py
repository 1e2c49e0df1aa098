"""What was counted in the remarks of the toy treebank, and predictions of phrases that were heard there."""

from collections.abc import Callable, Sequence
from functools import cached_property, partial
from itertools import chain
from typing import Any

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu.composition import lexical_function, mixture
from prpn_edu.data import cooccurrence
from prpn_edu.data.toy_words import CLASSES

SIZE, TIMES = 40, 5  # E, and how often a phrase must have been heard
RIDGES = (0.0, 0.03, 0.1, 1.0)
NOUNS = [*CLASSES["WorkNoun"], *CLASSES["PartNoun"]]
GROUPS = {
    "plain": ["GoodA", "GoodB", "GoodStrong", "BadA", "BadB", "BadStrong", "Neutral"],
    "moody": ["MoodMild", "MoodStrong"],
}
ADJECTIVES = {group: [word for name in names for word in CLASSES[name]] for group, names in GROUPS.items()}
EVERY = [*ADJECTIVES["plain"], *ADJECTIVES["moody"]]
Predict = Callable[[str, Tensor, Tensor], Tensor]


class Company:
    """What was counted in some remarks, two spaces of it, and the phrases that were heard often enough."""

    def __init__(self, trees: Sequence[Tree], size: int = SIZE, times: int = TIMES):
        self.trees, self.size = trees, size
        pairs = (
            cooccurrence.phrase_pairs(tree, lambda a, b: a in EVERY and b in NOUNS) for tree in self.trees
        )
        self.counts = cooccurrence.Counts.of(chain.from_iterable(pairs))
        self.plain = cooccurrence.Counts.of(chain.from_iterable(map(cooccurrence.word_pairs, trees)))
        words = [target for target in self.counts.targets if " " not in target]
        self.space = cooccurrence.Space(self.counts.rows(words), size)
        self.plain_space = cooccurrence.Space(self.plain.table, size)
        heard = cooccurrence.count_phrases(trees, set(EVERY), set(NOUNS))
        self.heard = {phrase: heard[phrase] for phrase in sorted(heard) if heard[phrase] >= times}
        self.row = {phrase: k for k, phrase in enumerate(self.heard)}
        self.phrases = self.space.place(self.counts.rows(list(self.heard)))  # (number of phrases, E)

    @cached_property
    def label(self) -> dict[str, str]:
        """The sentiment of each phrase."""
        nodes = (node for tree in self.trees for node in tree.subtrees(lambda node: node.height() == 3))
        labels = {" ".join(node.leaves()): node.label() for node in nodes}
        return {phrase: labels[phrase] for phrase in self.heard}

    def examples(self, adjective: str, apart: bool = False) -> tuple[list[str], Tensor, Tensor]:
        """The nouns heard with it, their vectors without its own contexts, those of the phrases: (J, E).

        With `apart` the nouns lose all that was counted where they stood in one of these phrases.
        """
        known = [noun for noun in NOUNS if f"{adjective} {noun}" in self.row]
        own = [context.startswith(f"{adjective}:") for context in self.counts.contexts]
        company = self.counts.rows(known)
        if apart:
            company = (company - self.counts.rows([f"{adjective} {noun}" for noun in known])).clamp(min=0)
        company = company.masked_fill(torch.tensor(own), 0)
        return known, self.space.place(company), self.phrases[self.places(adjective, known)]

    def places(self, adjective: str, nouns: Sequence[str]) -> list[int]:
        """Where the phrases of an adjective stand."""
        return [self.row[f"{adjective} {noun}"] for noun in nouns]

    def by_sum(self, adjective: str, n: Tensor, p: Tensor) -> Tensor:
        """The weighted sum, with weights fitted to the other nouns."""
        word = self.space.place(self.counts.rows([adjective]))[0]  # (E,)
        sums = torch.empty_like(p)
        for j in range(len(n)):
            others = torch.arange(len(n)) != j
            sums[j] = mixture.additive(word, n[j], *mixture.fit_weights(word, n[others], p[others]))
        return sums

    def competitors(self) -> dict[str, Predict]:
        """What is compared: each predicts a phrase from a noun that it has not seen."""
        simple: dict[str, Predict] = {
            "noun alone": lambda adjective, n, p: n,
            "weighted sum": self.by_sum,
            "mean phrase": lambda adjective, n, p: (p.sum(0) - p) / (len(p) - 1),
            "nearest noun": by_nearest_noun,
        }
        return simple | {f"matrix, ridge {ridge:g}": partial(by_matrix, ridge) for ridge in RIDGES}

    def trial(self, predict: Predict, adjective: str, apart: bool = False) -> dict[str, Any]:
        """The nearest other phrase to each prediction, its label, the right one, and the cosine."""
        known, n, p = self.examples(adjective, apart)
        guesses, listed = predict(adjective, n, p), list(self.heard)
        near = [
            listed[lexical_function.nearest(guess, self.phrases, but=place)]
            for guess, place in zip(guesses, self.places(adjective, known), strict=True)
        ]
        return {
            "near": near,
            "answers": "".join(self.label[phrase] for phrase in near),
            "right": "".join(self.label[f"{adjective} {noun}"] for noun in known),
            "cosines": mixture.cosine(guesses, p).tolist(),
        }


def by_nearest_noun(adjective: str, n: Tensor, p: Tensor) -> Tensor:
    """The phrase of the other noun that is most like this one, copied."""
    return p[mixture.cosine(n[:, None], n).fill_diagonal_(-2).argmax(1)]


def by_matrix(ridge: float, adjective: str, n: Tensor, p: Tensor) -> Tensor:
    """Each phrase by a matrix that has not seen its noun."""
    return lexical_function.leave_one_out(n, p, ridge)
