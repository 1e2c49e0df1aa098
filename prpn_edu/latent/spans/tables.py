"""Four tables that say how much a stretch of words looks like a phrase, learnt from any parser's trees.

A span is described by the classes of four words: the one before it, its first, its last and the one after it.
Each table holds one number for a pair of them, the log of how often such spans were in a teacher's trees
against how often they were not:

    (first, last)     (before, after)     (before, first)     (last, after)

A span's score is the sum of its four numbers, the tree is the one of the highest sum (`latent.chart`). The
teacher decides for each sentence by itself; the tables must decide alike wherever the classes are alike, and
so keep what the teacher does often and lose what it does by accident.

Source: the features and the smoothing are those of Klein and Manning (2002), A generative constituent-context
model; here they are fitted once, to trees, without EM.

Letters: K classes; n words; C = K + 1, with the end of a sentence.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import torch
from nltk import Tree
from torch import Tensor

from prpn_edu import trees
from prpn_edu.latent import chart
from prpn_edu.latent.spans.classes import WordClasses

PAIRS = (("first", "last"), ("before", "after"), ("before", "first"), ("last", "after"))
LONGEST = 10  # words of a span that is counted
SMOOTHING = (2.0, 8.0)  # added to the count in trees, and to the count outside them


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
            sentence: a list of words, or a tree whose words are taken.
        Raises:
            ValueError: a sentence without words.
        """
        words = trees.words(sentence) if isinstance(sentence, Tree) else trees.as_words(sentence)
        return chart.best_tree(self.scores(words), words)


def fit_tables(
    teachers: Iterable[Tree],
    classes: WordClasses,
    longest: int = LONGEST,
    smoothing: tuple[float, float] = SMOOTHING,
) -> SpanTables:
    """Count once.

    Args:
        teachers: trees that a parser made, never gold ones; where several parsers teach, the trees of all.
        classes: from words to classes.
        longest: words of the longest span that is counted.
        smoothing: added to both counts of each cell.
    Raises:
        ValueError: no tree.
    """
    size = classes.size + 1
    inside, everywhere = torch.zeros(2, len(PAIRS), size * size, dtype=torch.float64)
    tree = None
    for tree in teachers:
        numbers = torch.tensor(classes.read(tree))
        n = len(numbers) - 2
        chosen = torch.tensor([s for s in trees.spans(tree) if s[1] - s[0] <= longest], dtype=torch.long)
        start, end = torch.triu_indices(n, n + 1, 2)
        short = end - start <= longest
        for counts, spans in ((inside, chosen.reshape(-1, 2).T), (everywhere, (start[short], end[short]))):
            for row, (a, b) in zip(counts, _pairs(numbers, *spans), strict=True):
                row += torch.bincount(a * size + b, minlength=size * size)
    if tree is None:
        raise ValueError("there is no tree to learn from")
    ratios = (inside + smoothing[0]).log() - (everywhere - inside + smoothing[1]).log()
    return SpanTables(classes, ratios.view(len(PAIRS), size, size))


def _pairs(numbers: Tensor, start: Tensor, end: Tensor) -> list[tuple[Tensor, Tensor]]:
    """The classes that index each table, for the spans (start, end) of a sentence with both its ends."""
    place = {
        "before": numbers[start],
        "first": numbers[start + 1],
        "last": numbers[end],
        "after": numbers[end + 1],
    }
    return [(place[a], place[b]) for a, b in PAIRS]
