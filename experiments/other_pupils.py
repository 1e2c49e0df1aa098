"""Two other pupils of one guide: a grammar that learns by EM, and a law over trees that grows no words.

EM has the symbols, the sentences and the guide of `experiments.guided_grammar`, and begins in the same word
classes; its rules stand in tables. The law over trees is a conditional random field: a network reads the
words and scores their spans, and a tree's chance is in proportion to exp(the sum of its spans' scores). It
learns trees that it is shown, and may tell one sentence from any other, which no grammar of few symbols can.
Its settings were fixed before it was run.
"""

import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch
from nltk import Tree
from torch import Tensor, nn

from experiments.guided_grammar import SYMBOLS, TRAINING, Guide, Sentence
from prpn_edu import training, trees
from prpn_edu.data import Vocabulary
from prpn_edu.latent import chart
from prpn_edu.latent.grammar import Grammar, em_step
from prpn_edu.latent.spans import WordClasses
from prpn_edu.latent.words import END, START, known_form
from prpn_edu.losses import Sum

EM: dict[str, Any] = {"passes": TRAINING["epochs"], "smoothing": 0.01}
LONGER = 3  # times as many passes, with each weight of the guide for so many
CRF: dict[str, Any] = {"size": 64, "dropout": 0.3, **TRAINING, "lr": 2e-3}
_BATCH = 64  # sentences of one length


def em_grammar(
    classes: WordClasses,
    everything: Sequence[Sentence],
    sentences: Sequence[Tree],
    guide: Guide,
    weights: Sequence[float],
    seed: int,
    times: int = 1,
) -> tuple[Grammar, float]:
    """A grammar after its last pass of EM, and the seconds of processor time that it took.

    Args:
        classes: of words, one for each symbol that writes them.
        everything: the sentences in which their words are counted.
        sentences: what it learns from.
        guide: of the spans.
        weights: of the guide, by pass; afterwards 0.
        seed: of the chances of its rules at first.
        times: how often each pass is done.
    """
    began = time.process_time()
    sizes = {name: SYMBOLS[name] for name in ("pairs", "words")}
    grammar = Grammar.random(classes.vocabulary, **sizes, seed=seed, suffixes=classes.suffixes)
    grammar.begin_in_classes(classes, everything)
    rows = [trees.words(tree) for tree in sentences]
    said = {tuple(words): guide(words) for words in rows}
    for weight in [*weights, *[0.0] * (EM["passes"] - len(weights))]:
        for _ in range(times):
            em_step(grammar, rows, EM["smoothing"], partial(_weighed, said, weight))
    return grammar, round(time.process_time() - began, 1)


def _weighed(said: Mapping[tuple[str, ...], Tensor], weight: float, words: Sequence[str]) -> Tensor:
    return weight * said[tuple(words)]


class SpanCrf(nn.Module):
    """Scores of spans from the words of a sentence: a law over its trees.

    An LSTM reads the words in both directions. A span is what each of them reads between its two ends: the
    difference of the states there. A network with a hidden layer turns it into one score.

    Args:
        vocabulary: with <s> and </s>.
        suffixes: those that the vocabulary has entries for.
        size: d, of a word, of the states, and of the hidden layer.
        dropout: of the words' numbers.
    Source: Stern, Andreas and Klein (2017), A minimal span-based neural constituency parser, for the spans.
    """

    def __init__(self, vocabulary: Vocabulary, suffixes: Sequence[str], size: int, dropout: float):
        super().__init__()
        self.vocabulary, self.suffixes = vocabulary, suffixes
        self.embed = nn.Embedding(len(vocabulary), size)
        self.dropout = nn.Dropout(dropout)
        self.reader = nn.LSTM(size, size, bidirectional=True, batch_first=True)
        self.score = nn.Sequential(nn.Linear(2 * size, size), nn.ReLU(), nn.Linear(size, 1))

    def scores(self, ids: Tensor) -> Tensor:
        """The scores of all spans, (B, n, n + 1), of the words and ends of sentences, (B, n + 2)."""
        forward, backward = self.reader(self.dropout(self.embed(ids)))[0].chunk(2, -1)  # (B, n + 2, d)
        forward, backward = forward[:, :-1], backward[:, 1:]  # (B, n + 1, d): what is read up to each fence
        inside = forward.unsqueeze(1) - forward.unsqueeze(2)  # (B, n + 1, n + 1, d)
        outside = backward.unsqueeze(2) - backward.unsqueeze(1)
        return self.score(torch.cat([inside, outside], -1))[:, :-1].squeeze(-1)

    def all_span_chances(self, sentences: Sequence[Tree]) -> list[Tensor]:
        """The chance of each span under the law, N of (n, n + 1); brackets are not read."""
        found: dict[int, Tensor] = {}
        with torch.no_grad():
            for places, ids, _ in self.collate([self.read(tree) for tree in sentences]):
                found |= dict(zip(places, chart.span_chances(self.scores(ids)), strict=True))
        return [found[k] for k in range(len(sentences))]

    def read(self, tree: Tree) -> tuple[Tensor, Tensor]:
        """The numbers of the words with both ends, (n + 2,); a 1 for each span of the tree, (n, n + 1)."""
        words = [known_form(word, self.vocabulary, self.suffixes) for word in trees.words(tree)]
        return torch.tensor(self.vocabulary.encode([START, *words, END])), chart.votes([tree])

    def size(self, item: tuple[Tensor, Tensor]) -> int:
        """The number of words."""
        return len(item[0]) - 2

    def collate(self, items: Sequence[tuple[Tensor, Tensor]]) -> list[tuple[list[int], Tensor, Tensor]]:
        """Places, words and spans of up to 64 sentences of one length."""
        lengths: dict[int, list[int]] = {}
        for k, item in enumerate(items):
            lengths.setdefault(self.size(item), []).append(k)
        groups = [p[i : i + _BATCH] for p in lengths.values() for i in range(0, len(p), _BATCH)]
        stacked = [[torch.stack([items[k][part] for k in places]) for part in (0, 1)] for places in groups]
        return [(places, ids, spans) for places, (ids, spans) in zip(groups, stacked, strict=True)]

    def loss(self, batch: Sequence[tuple[list[int], Tensor, Tensor]]) -> Sum:
        """-log of the chance of the trees, in nats, added up over all choices of a cut: n - 1 a sentence.

        Words alone have no choice, and a batch of them counts as one of no loss.
        """
        total, choices = torch.zeros(()), 0
        for places, ids, spans in batch:
            scores = self.scores(ids)
            total = total + (chart.log_partition(scores) - (scores * spans).sum((1, 2))).sum()
            choices += len(places) * (ids.size(1) - 3)
        return Sum(total, max(choices, 1))


def crf(
    classes: WordClasses, lessons: tuple[Sequence[Tree], Sequence[Tree]], seed: int, checkpoint: Path
) -> tuple[SpanCrf, float]:
    """A law over trees after its last epoch, and the seconds of processor time that it took.

    Args:
        classes: whose vocabulary it shares.
        lessons: trees that it learns, and others on which its loss is watched.
        seed: of the weights, the order and the dropout.
        checkpoint: a file of its own to go on from.
    """
    settings = {name: value for name, value in CRF.items() if name not in ("size", "dropout")}
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        law = SpanCrf(classes.vocabulary, classes.suffixes, CRF["size"], CRF["dropout"])
    history = training.fit(law, *lessons, seed=seed, checkpoint=checkpoint, progress=False, **settings)
    return law, round(history.epochs[-1].cpu_seconds, 1)
