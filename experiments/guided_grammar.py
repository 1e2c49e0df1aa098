"""One grammar of real sentences: rules made by networks, and a guide that lets go.

Tables over word classes (`prpn_edu.latent.spans`), taught by some parser's trees, weigh the spans of the
training sentences for five epochs, less and less; then the grammar is alone with the words for five more.
"""

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu import training, trees
from prpn_edu.latent import chart
from prpn_edu.latent.grammar import Guided, NeuralGrammar
from prpn_edu.latent.spans import SpanTables, WordClasses

SYMBOLS: dict[str, int] = {"pairs": 20, "words": 40, "size": 64}
TRAINING: dict[str, Any] = {"epochs": 10, "batch_size": 16, "lr": 5e-3, "clip": 3.0, "keep": "last"}
LET_GO = (1.0, 1.0, 1.0, 0.5, 0.5)  # the guide's weight by epoch; afterwards 0
KEPT = (*LET_GO, *[0.5] * 5)

Sentence: TypeAlias = Sequence[str] | Tree
Guide: TypeAlias = Callable[[Sequence[str]], Tensor]


def no_guide(words: Sequence[str]) -> Tensor:
    """Nothing to say of any span."""
    return torch.zeros(len(words), len(words) + 1)


class Mix:
    """The mean of the scores of several tables: a guide.

    Args:
        tables: over different classes.
    """

    def __init__(self, tables: Sequence[SpanTables]):
        self.tables = tables

    def scores(self, sentence: Sequence[str] | Tree) -> Tensor:
        """(n, n + 1), the score of each span (start, end)."""
        return torch.stack([tables.scores(sentence) for tables in self.tables]).mean(0)

    def parse_all(self, sentences: Sequence[Tree]) -> list[Tree]:
        """The trees of the highest sums."""
        return chart.best_trees([self.scores(s) for s in sentences], [trees.words(s) for s in sentences])


def trained(
    classes: WordClasses,
    everything: Sequence[Sentence],
    parts: tuple[Sequence[Sentence], Sequence[Sentence]],
    guide: Guide,
    weights: Sequence[float],
    seed: int,
    checkpoint: Path | None = None,
    batch_size: int = TRAINING["batch_size"],
    dtype: torch.dtype = torch.float32,
) -> tuple[NeuralGrammar, float]:
    """A neural grammar after its last epoch, and the seconds of processor time that it took.

    Args:
        classes: of words, one for each symbol that writes them.
        everything: the sentences in which their words are counted.
        parts: what it learns from, and what its perplexity is watched on.
        guide: of the spans.
        weights: of the guide, by epoch; afterwards 0.
        seed: of the weights and the order.
        checkpoint: a file of its own to go on from.
        batch_size: sentences of a step.
        dtype: of the rules.
    """
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        grammar = NeuralGrammar(classes.vocabulary, **SYMBOLS, suffixes=classes.suffixes)
    grammar.to(dtype).begin_in_classes(classes, everything)
    guided = Guided(grammar, guide, weights, math.ceil(len(parts[0]) / batch_size))
    settings = TRAINING | {"batch_size": batch_size}
    history = training.fit(guided, *parts, seed=seed, checkpoint=checkpoint, progress=False, **settings)
    return grammar, round(history.epochs[-1].cpu_seconds, 1)
