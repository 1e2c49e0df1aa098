"""The models of the fair grid: five ways to read a phrase, learning from the same labels in the same steps.

A batch holds sentences, and of each one the whole or all of its phrases; a phrase has one state. What phrases
share is computed once: the sums of a bag and the states of a chain run on from a phrase to the longer one
that begins with it, and balanced trees over overlapping phrases have subtrees in common.

Letters: B sentences, L words in the batch, P phrases, E embedding, H hidden, C classes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.composition import BinaryTreeLstm, ChildSumTreeLstm
from prpn_edu.composition.classifier import CellClassifier
from prpn_edu.composition.recurrent import LstmCell
from prpn_edu.composition.tree_lstm import BinaryCell, TreeLstm
from prpn_edu.data import Vocabulary

Span = tuple[int, int]  # of a phrase: its first word, and the word after its last


@dataclass(frozen=True)
class Phrases:
    """The words of B sentences in one row, and the phrases to score; the whole sentences come first.

    Attributes:
        ids: (L,), the words.
        spans: P spans in the row.
        labels: (P,), the classes of the phrases.
        sentences: B.
    """

    ids: Tensor
    spans: list[Span]
    labels: Tensor
    sentences: int


def labelled_spans(tree: Tree) -> Iterator[tuple[Span, int]]:
    """Every phrase of a tree with its class, the whole at the front, in no other order."""
    todo: list[tuple[Tree, int]] = [(tree, 0)]
    while todo:
        node, start = todo.pop()
        yield (start, start + len(node.leaves())), int(node.label())
        for child in node:
            if isinstance(child, Tree):
                todo.append((child, start))
                start += len(child.leaves())


class PhraseReader(CellClassifier):
    """What the readers of word rows share; a subclass gives `states` of phrases."""

    def read(self, example: Any) -> tuple[list[int], list[tuple[Span, int]]]:
        """The numbers of the words, and the labelled spans."""
        return self.vocabulary.encode(example.leaves()), list(labelled_spans(example))

    def size(self, item: tuple[list[int], Any]) -> int:
        """The number of words."""
        return len(item[0])

    def collate(self, items: Sequence[tuple[list[int], list[tuple[Span, int]]]]) -> Any:
        """The sentences side by side, with the spans moved to where they stand."""
        starts = [0]
        for ids, _ in items:
            starts.append(starts[-1] + len(ids))
        placed = [
            [((i + start, j + start), label) for (i, j), label in spans]
            for start, (_, spans) in zip(starts, items, strict=False)
        ]
        order = [spans[0] for spans in placed] + [span for spans in placed for span in spans[1:]]
        return Phrases(
            torch.tensor([word for ids, _ in items for word in ids]),
            [span for span, _ in order],
            torch.tensor([label for _, label in order]),
            len(items),
        )

    def states(self, x: Tensor, spans: list[Span]) -> Tensor:
        """The states of phrases, (P, H), from the vectors of the row's words, (L, E)."""
        raise NotImplementedError

    def node_logits(self, batch: Phrases, spans: list[Span] | None = None) -> Tensor:
        """Unnormalised scores of all phrases, (P, C)."""
        x = self.input_dropout(F.embedding(batch.ids, self.table))  # (L, E)
        return self.out(self.dropout(self.states(x, batch.spans if spans is None else spans)))

    def logits(self, batch: Phrases) -> Tensor:
        """Unnormalised scores of the whole sentences, (B, C)."""
        return self.node_logits(batch, batch.spans[: batch.sentences])


class BagCell(nn.Module):
    """Two layers on a sum of word vectors, as in Deep CBOW."""

    def __init__(self, embedding: int, hidden: int):
        super().__init__()
        self.first, self.second = nn.Linear(embedding, hidden), nn.Linear(hidden, hidden)

    def forward(self, total: Tensor) -> Tensor:
        """(P, E) to (P, H)."""
        return self.second(self.first(total).tanh()).tanh()


class Bag(PhraseReader):
    """Deep CBOW with dropout on the words too, as in the other models."""

    cell_class = BagCell
    cell: BagCell

    def states(self, x: Tensor, spans: list[Span]) -> Tensor:
        """From the sums of all words before each place: those of a phrase are a difference of two."""
        before = F.pad(x.cumsum(0), (0, 0, 1, 0))  # (L + 1, E)
        start, end = torch.tensor(spans).T
        return self.cell(before[end] - before[start])


class KeepingCell(LstmCell):
    """An LSTM cell whose forget gates begin with the bias 1, as those of the tree cells do."""

    def __init__(self, embedding: int, hidden: int):
        super().__init__(embedding, hidden)
        with torch.no_grad():
            self.b.view(4, hidden)[1] = 1.0  # i, f, g, o


class Chain(PhraseReader):
    """An LSTM that reads each phrase from its first word to its last, from an empty state."""

    cell_class = KeepingCell
    cell: KeepingCell

    def states(self, x: Tensor, spans: list[Span]) -> Tensor:
        """One row for each place where phrases begin, as long as the longest of them."""
        longest: dict[int, int] = {}
        for start, end in spans:
            longest[start] = max(longest.get(start, 0), end - start)
        starts = sorted(longest, key=lambda start: -longest[start])
        rows = {start: row for row, start in enumerate(starts)}
        lengths = [longest[start] for start in starts]  # falling
        place, read = torch.tensor(starts), self.cell.read(x)
        state = self.cell.start(x[place])
        outputs, offsets, active = [], [0], len(starts)
        for t in range(lengths[0]):
            while lengths[active - 1] <= t:
                active -= 1
            state = self.cell.step(read[place[:active] + t], tuple(part[:active] for part in state))
            outputs.append(state[0])
            offsets.append(offsets[-1] + active)
        where = [offsets[end - start - 1] + rows[start] for start, end in spans]
        return torch.cat(outputs)[torch.tensor(where)]


class Balanced(PhraseReader):
    """A binary Tree-LSTM that reads each phrase under a balanced tree of its own."""

    cell_class = BinaryCell
    cell: BinaryCell

    def states(self, x: Tensor, spans: list[Span]) -> Tensor:
        """The states of all different subtrees, from the lowest up."""
        heights: dict[Span, int] = {(place, place + 1): 0 for place in range(len(x))}
        for span in spans:
            _grow(span, heights)
        order = sorted(heights, key=heights.__getitem__)  # stable: the words stay at the front, in order
        row = {span: number for number, span in enumerate(order)}
        h, c = self.cell.leaf(x)
        first = len(x)
        while first < len(order):
            height = heights[order[first]]
            end = first
            while end < len(order) and heights[order[end]] == height:
                end += 1
            pairs = torch.tensor([[row[part] for part in _halves(span)] for span in order[first:end]])
            new_h, new_c = self.cell.join(h[pairs], c[pairs])
            h, c, first = torch.cat([h, new_h]), torch.cat([c, new_c]), end
        return h[torch.tensor([row[span] for span in spans])]


def _halves(span: Span) -> tuple[Span, Span]:
    """As `trees.balanced` cuts: the left half is the shorter."""
    start, end = span
    middle = start + (end - start) // 2
    return (start, middle), (middle, end)


def _grow(span: Span, heights: dict[Span, int]) -> int:
    """Enter a span and all spans of its balanced tree, with their heights."""
    if span not in heights:
        heights[span] = 1 + max(_grow(half, heights) for half in _halves(span))
    return heights[span]


MODELS: dict[str, type[CellClassifier]] = {
    "bag": Bag,
    "chain": Chain,
    "child-sum": ChildSumTreeLstm,
    "binary": BinaryTreeLstm,
    "balanced": Balanced,
}


def make(
    name: str, vocabulary: Vocabulary, seed: int, vectors: Tensor | None = None, **settings: Any
) -> CellClassifier:
    """The model before training; the seed decides its weights."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return MODELS[name](vocabulary, vectors=vectors, **settings)


def scores(model: CellClassifier, batch: Any, all_phrases: bool) -> tuple[Tensor, Tensor]:
    """Scores and classes of the whole sentences, (B, C) and (B,), or of all their phrases."""
    assert isinstance(model, PhraseReader | TreeLstm)
    found = model.node_logits(batch) if all_phrases else model.logits(batch)
    labels = batch.node_labels if isinstance(model, TreeLstm) else batch.labels
    return found, labels[: len(found)]  # the whole sentences come first


def weights_above_words(model: nn.Module) -> int:
    """How many numbers a model learns besides the word vectors."""
    return sum(p.numel() for name, p in model.named_parameters() if name != "table")
