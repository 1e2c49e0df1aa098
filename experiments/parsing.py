"""How the trees of a trained model are made and measured on real sentences: the same for every recipe.

Gold trees are only read here, after training. Of each sentence numbers alone are kept.
"""

import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import torch
from nltk import Tree
from torch import Tensor

from experiments.provenance import percent
from prpn_edu import data, trees
from prpn_edu.evaluation import f1
from prpn_edu.latent import split
from prpn_edu.latent.language_model import Batch, LanguageModel, ScoredLanguageModel
from prpn_edu.modes import evaluating

CONVENTIONS = [(average, root) for average in f1.AVERAGES for root in ("no root", "root")]
DECODERS: dict[str, Callable[[Sequence[float], list[str]], Tree]] = {
    "biased": lambda d, words: split.split(d, words),
    "unbiased": lambda d, words: split.split_between(d[1:], words),
}
Sentence: TypeAlias = str | Sequence[str] | Tree
_BATCH = 256


@dataclass(frozen=True)
class Corpus:
    """The sentences of up to 40 words.

    Attributes:
        train: those of the training files, in the order of the newspaper.
        held_out: those of the files whose number ends in 9.
    """

    train: list[Tree]
    held_out: list[Tree]

    @classmethod
    def load(cls, max_words: int = 40) -> "Corpus":
        """The real sample; see `data.wsj` for where it is looked for."""
        return cls(*(data.wsj(max_words, part=part) for part in ("train", "held-out")))

    def gold(self, max_words: int) -> list[Tree]:
        """All sentences of up to so many words: first those of the training files, then the held-out ones."""
        return [tree for tree in self.train + self.held_out if len(trees.words(tree)) <= max_words]


def in_batches(model: LanguageModel, sentences: Sequence[Sentence]) -> Iterator[Batch]:
    """The sentences in their order, a batch at a time, dropout off until the last is done."""
    with evaluating(model):
        for start in range(0, len(sentences), _BATCH):
            yield model.collate([model.read(sentence) for sentence in sentences[start : start + _BATCH]])


@torch.no_grad()
def distances(
    model: ScoredLanguageModel,
    sentences: Sequence[Sentence],
    scores: Callable[[Batch], tuple[Tensor, Tensor]] | None = None,
) -> list[Tensor]:
    """The model's scores d of every sentence, N of (n,): `model.distances`, a batch at a time.

    Args:
        model: a trained one.
        sentences: words, or trees whose words are read.
        scores: another function of the model than `model.scores`.
    """
    out: list[Tensor] = []
    for batch in in_batches(model, sentences):
        d, _ = (scores or model.scores)(batch)
        out += [row[real][1:] for row, real in zip(d, batch.real, strict=True)]
    return out


def parse(scores: Sequence[Tensor], gold: Sequence[Tree], decoder: str) -> list[Tree]:
    """The trees that a decoder makes of the scores, over the words of the gold trees."""
    make = DECODERS[decoder]
    return [make(d.tolist(), trees.words(tree)) for d, tree in zip(scores, gold, strict=True)]


def conventions(predicted: Sequence[Tree], gold: Sequence[Tree]) -> dict[str, float]:
    """F1 in per cent in all four conventions: {"sentence, no root": ..., ...}."""
    counts = {root: f1.matches(predicted, gold, root == "root") for root in ("no root", "root")}
    return {
        f"{average}, {root}": percent(f1.score(counts[root], average, root == "root").f1)
        for average, root in CONVENTIONS
    }


def by_sentence(predicted: Sequence[Tree], gold: Sequence[Tree]) -> list[float]:
    """The F1 of each sentence without the root, in [0, 1]."""
    return [round(match.f1, 4) for match in f1.matches(predicted, gold)]


def overlap(predicted: Sequence[Tree], others: Sequence[Tree]) -> float:
    """How much two parsers agree: the mean F1 of the sentences, in per cent, without the root."""
    return percent(f1.unlabeled_f1(predicted, others).f1)


def spread_of(scores: Sequence[Tensor]) -> dict[str, float]:
    """How much scores differ: over all words, and inside a sentence of two words or more on average."""
    inside = [float(d.std()) for d in scores if len(d) > 1]
    return {
        "sd": round(float(torch.cat(list(scores)).std()), 4),
        "sd_in_sentence": round(statistics.fmean(inside), 4),
    }
