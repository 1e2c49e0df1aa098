"""Recurrent networks: a sentence is read from left to right, and the last state stands for it.

The cells are written out, gate by gate; `LstmCell` gives what `torch.nn.LSTM` gives for the same weights.
Letters: B sentences, T positions, C classes, E embedding, H hidden.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prpn_edu.composition.classifier import CellClassifier
from prpn_edu.composition.examples import Example, label_of, words_of


@dataclass(frozen=True)
class Padded:
    """A batch of sentences as a rectangle.

    Attributes:
        ids: (B, T), the words, `<pad>` after the end of a shorter sentence.
        lengths: (B,), how many words each sentence has.
        labels: (B,), the classes.
    """

    ids: Tensor
    lengths: Tensor
    labels: Tensor


class RnnCell(nn.Module):
    """Elman's cell: h = tanh(W x + R h' + b)."""

    def __init__(self, embedding: int, hidden: int):
        super().__init__()
        self.W, self.R, self.b = _weights(embedding, hidden, gates=1)

    def start(self, x: Tensor) -> tuple[Tensor, ...]:
        """The state before the first word: zeros, (B, H), for x of (B, ..., E)."""
        return (x.new_zeros(x.size(0), self.R.size(1)),)

    def read(self, x: Tensor) -> Tensor:
        """W x + b, which needs no state and so is done for all words at once."""
        return F.linear(x, self.W, self.b)

    def step(self, read: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """One word. `read`: (B, H) from `read`; state: (h,), (B, H). Returns the next state."""
        (h,) = state
        return (torch.tanh(read + h @ self.R.T),)


class LstmCell(nn.Module):
    """Long short-term memory (Hochreiter and Schmidhuber, 1997; Gers et al., 2000).

    i = sigmoid(W_i x + R_i h' + b_i)   how much to write
    f = sigmoid(W_f x + R_f h' + b_f)   how much to keep
    g = tanh(W_g x + R_g h' + b_g)      what to write
    o = sigmoid(W_o x + R_o h' + b_o)   how much to show
    c = f c' + i g,  h = o tanh(c)

    The four matrices of each kind are stacked in this order, as in PyTorch; one bias where PyTorch has two.
    """

    def __init__(self, embedding: int, hidden: int):
        super().__init__()
        self.W, self.R, self.b = _weights(embedding, hidden, gates=4)  # (4H, E), (4H, H), (4H,)

    def start(self, x: Tensor) -> tuple[Tensor, ...]:
        """The state before the first word: h and c are zeros, (B, H), for x of (B, ..., E)."""
        zeros = x.new_zeros(x.size(0), self.R.size(1))
        return zeros, zeros

    def read(self, x: Tensor) -> Tensor:
        """W x + b for all four gates, (..., 4H): it needs no state, so it is done for all words at once."""
        return F.linear(x, self.W, self.b)

    def gates(self, read: Tensor, h: Tensor) -> tuple[Tensor, ...]:
        """The gates i, f, g, o, each (B, H), from `read` (B, 4H) and the last output h (B, H)."""
        i, f, g, o = (read + h @ self.R.T).chunk(4, -1)
        return i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()

    def step(self, read: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """One word. `read`: (B, 4H) from `read`; state: (h, c), each (B, H). Returns the next state."""
        h, c = state
        i, f, g, o = self.gates(read, h)
        c = f * c + i * g
        return o * c.tanh(), c


def _weights(embedding: int, hidden: int, gates: int) -> tuple[nn.Parameter, nn.Parameter, nn.Parameter]:
    """W (gates H, E), R (gates H, H) and b (gates H,), drawn as PyTorch draws them."""
    bound = hidden**-0.5
    shapes = [(gates * hidden, embedding), (gates * hidden, hidden), (gates * hidden,)]
    w, r, b = (nn.Parameter(torch.empty(shape).uniform_(-bound, bound)) for shape in shapes)
    return w, r, b


class _Recurrent(CellClassifier):
    """Reads the words in order with `cell`, then scores the state after the last word."""

    cell: RnnCell | LstmCell

    def read(self, example: Example) -> tuple[Tensor, int]:
        """The numbers of the words, and the class."""
        return torch.tensor(self.vocabulary.encode(words_of(example))), label_of(example, self.classes)

    def collate(self, items: Sequence[tuple[Tensor, int]]) -> Padded:
        """The sentences as a rectangle, padded on the right."""
        ids = nn.utils.rnn.pad_sequence(
            [ids for ids, _ in items], batch_first=True, padding_value=self.vocabulary["<pad>"]
        )
        lengths = torch.tensor([len(ids) for ids, _ in items])
        labels = torch.tensor([label for _, label in items])
        return Padded(ids.to(self.device), lengths.to(self.device), labels.to(self.device))

    def size(self, item: tuple[Tensor, int]) -> int:
        """The number of words."""
        return len(item[0])

    def states(self, batch: Padded) -> Tensor:
        """The output h after every word, (B, T, H); what stands after the end of a sentence means nothing."""
        x = self.input_dropout(F.embedding(batch.ids, self.table))  # (B, T, E)
        state, outputs = self.cell.start(x), []
        for read in self.cell.read(x).unbind(1):
            state = self.cell.step(read, state)
            outputs.append(state[0])
        return torch.stack(outputs, 1)

    def logits(self, batch: Padded) -> Tensor:
        """Unnormalised scores, (B, C), of the state after the last word of each sentence."""
        rows = torch.arange(len(batch.lengths), device=batch.lengths.device)
        last = self.states(batch)[rows, batch.lengths - 1]  # (B, H)  not the last step of the rectangle
        return self.out(self.dropout(last))


class Rnn(_Recurrent):
    """A simple recurrent network over the words, with `RnnCell`.

    Args:
        vocabulary: the words, from the training split only.
        vectors: (V, E) word vectors to begin with.
        freeze: do not train the vectors.
        settings: those of `classifier.CellConfig`.
    """

    cell_class = RnnCell


class Lstm(_Recurrent):
    """An LSTM over the words, with `LstmCell`; arguments as for `Rnn`."""

    cell_class = LstmCell
