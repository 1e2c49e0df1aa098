"""Four tables that say how much a stretch of words looks like a phrase, learnt from any parser's trees.

A span is described by the classes of four words: the one before it, its first, its last and the one after it.
Each table holds one number for a pair of them, the log of how often such spans were in a teacher's trees
against how often they were not:

    (first, last)     (before, after)     (before, first)     (last, after)

A span's score is the sum of its four numbers, the tree is the one of the highest sum (`latent.chart`). The
teacher decides for each sentence by itself; the tables must decide alike wherever the classes are alike, and
so keep what the teacher does often and lose what it does by accident.

Source: the pair (before, after) and the smoothing are those of Klein and Manning (2002), A generative
constituent-context model. Theirs has whole yields in place of the three other pairs and is fitted by EM;
these tables are fitted once, to trees.

Letters: K classes; n words; C = K + 1, with the end of a sentence.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu import trees
from prpn_edu.latent import chart
from prpn_edu.latent.language_model import words_of
from prpn_edu.latent.spans.classes import WordClasses

PAIRS = (("first", "last"), ("before", "after"), ("before", "first"), ("last", "after"))
LONGEST = 10  # words of a span that is counted
SMOOTHING = (2.0, 8.0)  # added to the count in trees, and to the count outside them


@dataclass(frozen=True)
class SpanCounts:
    """How often pairs of classes were seen around spans. Counts of several teachers are added with +.

    Attributes:
        classes: from words to classes.
        inside: (4, C, C), around the spans of the trees, in the order of `PAIRS`.
        everywhere: (4, C, C), around all spans of the sentences, each counted once a tree.
    """

    classes: WordClasses
    inside: Tensor
    everywhere: Tensor

    def __add__(self, other: "SpanCounts") -> "SpanCounts":
        if self.classes != other.classes:
            raise ValueError("these counts are over two different sorts of classes: count both over one")
        return SpanCounts(self.classes, self.inside + other.inside, self.everywhere + other.everywhere)

    def tables(self, smoothing: tuple[float, float] = SMOOTHING) -> "SpanTables":
        """The log ratios; `smoothing` is added to the counts in trees, and to those outside them."""
        outside = self.everywhere - self.inside
        return SpanTables(self.classes, (self.inside + smoothing[0]).log() - (outside + smoothing[1]).log())


@dataclass(frozen=True)
class SpanTables:
    """The four tables, and the classes that they are over.

    Attributes:
        classes: from words to classes.
        tables: (4, C, C), the log ratios, in the order of `PAIRS`.
    """

    classes: WordClasses
    tables: Tensor

    def scores(self, sentence: Sequence[str] | Tree) -> Tensor:
        """(n, n + 1), the score of each span (start, end); 0 where there is none of two words or more."""
        numbers = torch.tensor(self.classes.read(sentence))  # (n + 2,)
        n = len(numbers) - 2
        start, end = torch.triu_indices(n, n + 1, 2)
        out = self.tables.new_zeros(n, n + 1)
        out[start, end] = sum(
            table[a, b] for table, (a, b) in zip(self.tables, _pairs(numbers, start, end), strict=True)
        )
        return out

    def parse(self, sentence: Sequence[str] | Tree) -> Tree:
        """The tree of the highest sum of scores.

        Args:
            sentence: a string (words between spaces), a list of words, or a tree whose words are taken.
        Raises:
            ValueError: a sentence without words.
        """
        return chart.best_tree(self.scores(sentence), words_of(sentence))

    def parse_all(self, sentences: Sequence[Sequence[str] | Tree]) -> list[Tree]:
        """`parse` of many sentences, faster."""
        return chart.best_trees([self.scores(s) for s in sentences], [words_of(s) for s in sentences])


def count_spans(teachers: Iterable[Tree], classes: WordClasses, longest: int = LONGEST) -> SpanCounts:
    """Look at all spans of up to `longest` words, and at which of them the trees have.

    Args:
        teachers: trees that a parser made, never gold ones.
        classes: from words to classes.
        longest: words of the longest span that is counted.
    """
    size = classes.size + 1
    inside, everywhere = torch.zeros(2, len(PAIRS), size * size, dtype=torch.float64)
    for tree in teachers:
        numbers = torch.tensor(classes.read(tree))
        chosen = [span for span in trees.spans(tree) if span[1] - span[0] <= longest]
        n = len(numbers) - 2
        start, end = torch.triu_indices(n, n + 1, 2)
        short = end - start <= longest
        _count(inside, numbers, *torch.tensor(chosen, dtype=torch.long).view(-1, 2).T)
        _count(everywhere, numbers, start[short], end[short])
    shape = len(PAIRS), size, size
    return SpanCounts(classes, inside.view(shape), everywhere.view(shape))


def fit_tables(teachers: Iterable[Tree], classes: WordClasses) -> SpanTables:
    """The tables that a parser's trees teach; where several parsers teach, give the trees of all."""
    return count_spans(teachers, classes).tables()


def _count(counts: Tensor, numbers: Tensor, start: Tensor, end: Tensor) -> None:
    """Add the spans (start, end) of one sentence to the counts, (4, C * C)."""
    size = math.isqrt(counts.size(-1))
    for row, (a, b) in zip(counts, _pairs(numbers, start, end), strict=True):
        row += torch.bincount(a * size + b, minlength=size * size)


def _pairs(numbers: Tensor, start: Tensor, end: Tensor) -> list[tuple[Tensor, Tensor]]:
    """The classes that index each table, for the spans (start, end) of a sentence with both its ends."""
    place = {
        "before": numbers[start],
        "first": numbers[start + 1],
        "last": numbers[end],
        "after": numbers[end + 1],
    }
    return [(place[a], place[b]) for a, b in PAIRS]
