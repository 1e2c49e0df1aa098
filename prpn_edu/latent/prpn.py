"""PRPN, the Parsing-Reading-Predict Network: a language model whose gates are a tree (Shen et al., 2018).

A sentence of n words is read as <s> x_1 ... x_n, and the words x_1 ... x_n </s> are predicted. The file goes
the way of the figure in the paper::

    words x ──> parsing network ──> scores d, d' ──> gates g, g'
      │                                                │   │
      └───────> reading network <──────── g ───────────┘   │
                      └──> h ──> predict network <── g' ───┘ ──> the next word

What all language models share (words to numbers, batches, the loss, the tree of the scores) is the base class
in `language_model`; the formula of the gates, of which the two networks take two views, is in `gates`.

Letters: B sentences, T = n + 1 positions, N real positions of a batch, V words, E embedding, H hidden, F
features, L words that the convolution looks back, M memories that a step may see.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from prpn_edu.data import Vocabulary
from prpn_edu.latent import gates
from prpn_edu.latent.language_model import Batch, LanguageModelConfig, ScoredLanguageModel
from prpn_edu.latent.words import SUFFIXES, build_vocabulary

__all__ = [
    "ATTENTION_ONLY",
    "SUFFIXES",
    "AttentionReadingNetwork",
    "ParsingNetwork",
    "PredictNetwork",
    "Prpn",
    "PrpnConfig",
    "ReadingNetwork",
    "build_vocabulary",
    "memory_gates",
    "structured_attention",
]

NORMS = {"batch": nn.BatchNorm1d, "layer": nn.LayerNorm}


class ParsingNetwork(nn.Module):
    """A score for each word from it and the L words before it, and a guess at the next word's score.

    h_t = ReLU(BN(W_c [x_{t-L}; ...; x_t] + b_c))      zeros stand before the sentence
    d_t = sigmoid(w . h_t + b)                        from the first half of the features
    d'_{t+1} = sigmoid(w' . h_t + b')                 from the second half: x_{t+1} is not known yet

    Source: paper, eq. (11) and (12) for the scores. Where the sources differ: the width L + 1 and zeros for
    all of the first L words are the authors' code's (the paper prints L, and pads one fewer); each half of
    the features has a score of its own there, which the paper does not say. The last layer is a sigmoid as in
    the submitted paper; later accounts have a ReLU, and the history of the code has both. The code's batch
    normalisation counts padding as words; this one does not.

    Args:
        embedding: E.
        features: F, even.
        lookback: L.
        dropout: on the words and on the features.
    """

    def __init__(self, embedding: int, features: int, lookback: int, dropout: float):
        super().__init__()
        if features % 2:
            raise ValueError(f"features must be even, for d and for d', got {features}")
        self.lookback = lookback
        self.convolution = nn.Conv1d(embedding, features, lookback + 1)
        self.norm = nn.BatchNorm1d(features)
        self.scores = nn.Conv1d(features, 2, 1, groups=2)  # the first half gives d, the second d'
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, real: Tensor) -> tuple[Tensor, Tensor]:
        """Scores of all positions at once.

        Args:
            x: (B, T, E), word vectors.
            real: (B, T), False at padding.
        Returns:
            d (B, T), where entry t is the score of word t, and d' (B, T), where entry t is the guess at the
            score of word t + 1. Both 0 at padding.
        """
        padded = F.pad(self.dropout(x).transpose(1, 2), (self.lookback, 0))  # (B, E, L + T)
        h = self.convolution(padded).transpose(1, 2)[real]  # (N, F)  the N real words only
        h = self.dropout(torch.relu(self.norm(h)))
        halves = h.unflatten(-1, (2, -1))  # (N, 2, F/2); multiplied here, for grouped convolutions are slow
        scores = ((halves * self.scores.weight[..., 0]).sum(-1) + self.scores.bias).sigmoid()  # (N, 2)
        d, d_next = scores.new_zeros(*real.shape, 2).masked_scatter(real.unsqueeze(-1), scores).unbind(-1)
        return d, d_next


def memory_gates(
    d: Tensor, d_next: Tensor, tau: float, form: str = "code", window: int | None = None
) -> tuple[Tensor, Tensor]:
    """The gates of the reading and of the predict network.

    g[t, i] = prod_{j=i+1}^{t-1} alpha(d_t, d_j)              how far step t sees
    g'[t, i] = prod_{j=i+1}^{t} alpha(d'_{t+1}, d_j)          how far step t + 1 would see

    Args:
        d: (..., T).
        d_next: (..., T), entry t is d'_{t+1}.
        tau, form: as in `gates.alphas`; the authors' code has tau = 0.1 and the form "code".
        window: memories further back than this are closed; None opens all. The code keeps 15.
    Returns:
        two (..., T, T), both 0 for i >= t: that the last word is open to the next step needs no gate.
    Source: note, eq. (5) and (7). As in the note, and not in the code, memory 0 ends every search, and no
        zero vector stands before it.
    """
    steps = d.size(-1)
    both = torch.cat([d, d_next], -1)  # (..., 2T)
    alpha = gates.alphas(both, tau, form)  # (..., 2T, 2T)  row T + t belongs to d'_{t+1}
    now = gates.expected_gates(alpha[..., :steps, :steps])
    shifted = F.pad(alpha[..., steps:, :steps], (0, 1, 1, 0))  # (..., T + 1, T + 1)  row t + 1 of step t + 1
    ahead = gates.expected_gates(shifted)[..., 1:, :steps].tril(-1)
    if window is None:
        return now, ahead
    return now.triu(-window), ahead.triu(-window)


def structured_attention(logits: Tensor, gate: Tensor) -> Tensor:
    """Attention inside the gates: s_i = g_i exp(logits_i) / sum_j g_j exp(logits_j), over the last axis.

    Args:
        logits: (..., M), key and memory multiplied.
        gate: (..., M), in [0, 1].
    Returns:
        (..., M), sums to 1; zeros where every gate is closed.
    Source: note, eq. (6), and the code. The paper divides by sum_j g_j, which does not sum to 1.
    """
    closed = gate == 0  # a closed memory must not be the maximum that the softmax subtracts
    raw = logits.masked_fill(closed, torch.finfo(logits.dtype).min).softmax(-1)
    return gates.gated_attention(raw, gate)


class ReadingNetwork(nn.Module):
    """One layer of the reading network: an LSTM with a tape of all its earlier states.

    k_t = W_k [x_t; h_{t-1}] + b_k                       the key
    s_i = structured attention of h_i . k_t / sqrt(H)     over the memories i < t
    h~ = sum_i s_i h_i,  c~ = sum_i s_i c_i               both tapes with the same weights
    i, f, g, o = LN(W_x x_t) + LN(W_h h~)                 then sigmoid, sigmoid, tanh, sigmoid
    c_t = f c~ + i g,  h_t = o tanh(LN(c_t))

    Source: paper, eq. (13) to (16), and the authors' code for the layer normalisation. Where the sources
    differ: the note's query is linear in x_t alone. The code's layer normalisation divides by a standard
    deviation with n - 1, PyTorch's with n.

    Args:
        inputs: E.
        hidden: H.
        dropout: on the words that are read and on the key.
        recurrent_dropout: on h~, one mask for all steps of a forward pass.
    """

    def __init__(self, inputs: int, hidden: int, dropout: float, recurrent_dropout: float):
        super().__init__()
        self.hidden = hidden
        self.key_x = nn.Linear(inputs, hidden)
        self.key_h = nn.Linear(hidden, hidden, bias=False)
        self.from_x, self.norm_x = nn.Linear(inputs, 4 * hidden), nn.LayerNorm(4 * hidden)
        self.from_h, self.norm_h = nn.Linear(hidden, 4 * hidden), nn.LayerNorm(4 * hidden)
        self.norm_c = nn.LayerNorm(hidden)
        self.dropout, self.recurrent_dropout = nn.Dropout(dropout), nn.Dropout(recurrent_dropout)

    def forward(self, x: Tensor, gate: Tensor) -> Tensor:
        """All steps of a batch.

        Args:
            x: (B, T, E).
            gate: (B, T, T), from `memory_gates`.
        Returns:
            h (B, T, H).
        """
        reads = self.norm_x(self.from_x(self.dropout(x)))  # (B, T, 4H)  what needs no state is done at once
        keys = self.key_x(self.dropout(x))  # (B, T, H)
        kept = self.recurrent_dropout(x.new_ones(self.hidden))  # (H,)
        h = c = x.new_zeros(len(x), self.hidden)  # (B, H)  before the first word there is nothing to see
        tape_h: list[Tensor] = []  # of (B, H)
        tape_c: list[Tensor] = []
        width = _widest(gate)
        for t, (read, key) in enumerate(zip(reads.unbind(1), keys.unbind(1), strict=True)):
            if t > 0:
                first = max(0, t - width)
                key = key + self.key_h(tape_h[-1])
                h, c = self._look_back(tape_h[first:], tape_c[first:], key, gate[:, t, first:t])
            h, c = self._step(read, h * kept, c)
            tape_h.append(h)
            tape_c.append(c)
        return torch.stack(tape_h, 1)

    def attention(self, x: Tensor, h: Tensor, gate: Tensor) -> Tensor:
        """What each step attended to, once its states are known: (B, T, T), row 0 all zeros.

        Args:
            x: (B, T, E), as in `forward`.
            h: (B, T, H), what `forward` returned for it in evaluation mode.
            gate: (B, T, T), as in `forward`.
        """
        last = F.pad(h, (0, 0, 1, -1))  # (B, T, H)  row t is h_{t-1}, zeros for the first step
        key = self.key_x(x) + self.key_h(last)  # (B, T, H)
        return structured_attention(key @ h.transpose(1, 2) / self.hidden**0.5, gate)

    def _look_back(
        self, tape_h: list[Tensor], tape_c: list[Tensor], key: Tensor, gate: Tensor
    ) -> tuple[Tensor, Tensor]:
        """h~ and c~, each (B, H), of M memories: key (B, H), gate (B, M)."""
        memory_h, memory_c = torch.stack(tape_h, 1), torch.stack(tape_c, 1)  # (B, M, H)
        logits = key.unsqueeze(1) @ memory_h.transpose(1, 2) / self.hidden**0.5  # (B, 1, M)
        s = structured_attention(logits, gate.unsqueeze(1))  # (B, 1, M)
        return (s @ memory_h).squeeze(1), (s @ memory_c).squeeze(1)

    def _step(self, read: Tensor, h: Tensor, c: Tensor) -> tuple[Tensor, Tensor]:
        """The LSTM cell: h_t and c_t, each (B, H)."""
        i, f, g, o = (read + self.norm_h(self.from_h(h))).chunk(4, -1)
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        return o.sigmoid() * self.norm_c(c).tanh(), c


class AttentionReadingNetwork(nn.Module):
    """One layer of a reading network without recurrence: the memories are the words themselves.

    s_i = structured attention of x_i . (W_k x_t) / sqrt(E)    over the words i < t
    h_t = LN(tanh(W [x_t; sum_i s_i x_i] + b))

    Source: ours, to see what the gates learn without an LSTM beside them; no equation of the paper.

    Args:
        inputs: E.
        hidden: H.
        dropout: on the words that are read.
    """

    def __init__(self, inputs: int, hidden: int, dropout: float):
        super().__init__()
        self.key = nn.Linear(inputs, inputs)
        self.mix, self.norm = nn.Linear(2 * inputs, hidden), nn.LayerNorm(hidden)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, gate: Tensor) -> Tensor:
        """As `ReadingNetwork.forward`, all steps at once: x (B, T, E), gate (B, T, T) to h (B, T, H)."""
        x = self.dropout(x)
        seen = self.attention(x, x, gate) @ x  # (B, T, E)
        return self.norm(torch.tanh(self.mix(torch.cat([x, seen], -1))))

    def attention(self, x: Tensor, h: Tensor, gate: Tensor) -> Tensor:
        """What each step attends to, (B, T, T), as `ReadingNetwork.attention`; `h` is not used."""
        return structured_attention(self.key(x) @ x.transpose(1, 2) / x.size(-1) ** 0.5, gate)


class PredictNetwork(nn.Module):
    """The next word from the last state and, through the gates, those before it.

    s_i = structured attention of h_i . (W_p h_t + b_p) / sqrt(H)     over the memories i < t, by g'
    o_t = tanh(norm(W [h_t; sum_i s_i h_i] + b))                      what is handed to the output layer

    Source: paper, eq. (17). Where the sources differ: h_t enters once, ungated, beside the sum, as in the
    code; the paper's [h_{l:t-1}, h_t] leaves open how. The code's option of residual blocks, on for
    characters only, is left out. Batch normalisation is the code's; it does not count padding here.

    Args:
        hidden: H.
        embedding: E, the width of the output, so that the table of words can be the output layer too.
        dropout: before the key, on the key and before the output.
        norm: "batch" or "layer".
    """

    def __init__(self, hidden: int, embedding: int, dropout: float, norm: str = "batch"):
        super().__init__()
        if norm not in NORMS:
            raise ValueError(f"norm must be one of {', '.join(NORMS)}, not {norm!r}")
        self.key = nn.Linear(hidden, hidden)
        self.mix, self.norm = nn.Linear(2 * hidden, embedding), NORMS[norm](embedding)
        self.dropout = nn.Dropout(dropout)

    def forward(self, h: Tensor, gate: Tensor, real: Tensor) -> Tensor:
        """All positions at once.

        Args:
            h: (B, T, H), from the reading network.
            gate: (B, T, T), g' of `memory_gates`.
            real: (B, T), False at padding.
        Returns:
            o (N, E), of the real positions only, sentence by sentence.
        """
        seen = self.attention(h, gate) @ h  # (B, T, H)
        both = torch.cat([h, seen], -1)[real]  # (N, 2H)
        return torch.tanh(self.norm(self.mix(self.dropout(both))))

    def attention(self, h: Tensor, gate: Tensor) -> Tensor:
        """How much of each earlier state each step sees, (B, T, T), row 0 all zeros; arguments as above."""
        key = self.dropout(self.key(self.dropout(h)))  # (B, T, H)
        return structured_attention(key @ h.transpose(1, 2) / h.size(-1) ** 0.5, gate)


@dataclass(frozen=True)
class PrpnConfig(LanguageModelConfig):
    """The settings of a `Prpn`, beside those of every language model.

    The defaults are the authors' code's for parsing, at half its size (its embedding is 200).

    Attributes:
        hidden: H; the code has 400.
        layers: of the reading network.
        recurrent: read with the tape LSTM; False reads with attention alone.
        features: of the parsing network's convolution; None takes H, as the code does.
        lookback: how many earlier words the convolution sees.
        tau: sharpness of the gates, and `form` their formula, as in `gates.alphas`.
        form: "paper", "code" or "soft".
        window: how many memories back a step may see at most; None: all.
        norm: of the predict network, "batch" or "layer".
        dropout: everywhere but on the recurrent state.
        recurrent_dropout: on the state that is read from the tape.
    """

    hidden: int = 200
    layers: int = 2
    recurrent: bool = True
    features: int | None = None
    lookback: int = 5
    tau: float = 0.1
    form: str = "code"
    window: int | None = 15
    norm: str = "batch"
    dropout: float = 0.2
    recurrent_dropout: float = 0.0


# Reading by attention alone: Prpn(vocabulary, **ATTENTION_ONLY), with a vocabulary of words that occur five
# times or more and SUFFIXES; everything is batched over time: some 7 CPU seconds for 70,000 words.
ATTENTION_ONLY: dict[str, Any] = {
    "embedding": 100,
    "hidden": 100,
    "layers": 1,
    "recurrent": False,
    "features": 200,
    "lookback": 2,
    "window": None,
    "norm": "layer",
    "init_range": 0.1,
    "suffixes": SUFFIXES,
}


class Prpn(ScoredLanguageModel):
    """The Parsing-Reading-Predict Network (Shen et al., 2018).

    d, d' = parsing network(x)
    g, g' = memory_gates(d, d')
    h = reading network(x, g)                               layer upon layer, all with the same gates
    o = predict network(h, g')
    p(x_{t+1} | x_0 .. x_t) = softmax(V o_t + b)             V is the table of the words, if the model is tied

    From `ScoredLanguageModel` come `collate`, which pads sentences to a batch, `loss`, the cross-entropy of
    the words, and `parse`, the tree of the scores. No tree is seen in training: the scores learn from the
    words that are guessed, through the gates.

    Args:
        vocabulary: from `prpn.build_vocabulary(training sentences)`.
        settings: those of `PrpnConfig`.
    Raises:
        ValueError: a vocabulary without <s> and </s>.
    """

    Config = PrpnConfig
    RETIRED: ClassVar = {"scores": "learned"}  # one of six kinds of gates; the others were controls

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__(vocabulary, **settings)
        c = self.config
        self.parser = ParsingNetwork(c.embedding, c.features or c.hidden, c.lookback, c.dropout)
        widths = [c.embedding] + [c.hidden] * c.layers
        self.readers = nn.ModuleList(
            ReadingNetwork(a, b, c.dropout, c.recurrent_dropout)
            if c.recurrent
            else AttentionReadingNetwork(a, b, c.dropout)
            for a, b in pairwise(widths)
        )
        self.predictor = PredictNetwork(c.hidden, c.embedding, c.dropout, c.norm)
        self.dropout = nn.Dropout(c.dropout)
        self.out = self.output_layer()

    def scores(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """d and d', each (B, T); position 0 is <s>."""
        return self.parser(self.vectors(batch), batch.real)

    def gates(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """The gates of the reading and of the predict network, each (B, T, T), see `memory_gates`."""
        c = self.config
        return memory_gates(*self.scores(batch), c.tau, c.form, c.window)

    def logits(self, batch: Batch) -> Tensor:
        """Unnormalised scores of the next word, (N, V), at the real positions, sentence by sentence."""
        gate, gate_next = self.gates(batch)  # (B, T, T)
        h = self.vectors(batch)  # (B, T, E)
        for reader in self.readers:
            h = reader(h, gate)  # (B, T, H)
        o = self.predictor(h, gate_next, batch.real)  # (N, E)
        return self.out(self.dropout(o))


def _widest(gate: Tensor) -> int:
    """How far back any step of (B, T, T) gates sees: with a window, the tape need not be longer."""
    open_ = gate.detach().amax(0).nonzero()  # (N, 2)  pairs t, i
    return int((open_[:, 0] - open_[:, 1]).max()) if len(open_) else 1
