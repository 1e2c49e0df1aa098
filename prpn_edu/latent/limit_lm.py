"""A language model whose limit stays random: it guesses once for each limit, and adds the guesses up.

Letters: B sentences, T positions, N real positions of a batch, L limits, M memories that a step may see,
nearest first, V words, E embedding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F
from nltk import Tree
from torch import Tensor, nn

from prpn_edu.data import Vocabulary
from prpn_edu.latent import limit_laws
from prpn_edu.latent.language_model import Batch, LanguageModelConfig, ScoredLanguageModel
from prpn_edu.latent.prpn import ParsingNetwork, structured_attention
from prpn_edu.losses import Sum
from prpn_edu.modes import evaluating

AVERAGES = ("chances", "logs", "gates")
_LEAST = 1e-30  # a score that is trained towards 0 may round to it, and a law of shares then has none to give


@dataclass(frozen=True)
class LatentLimitConfig(LanguageModelConfig):
    """The settings of a `LatentLimitLm`, beside those of every language model.

    Attributes:
        features: of the parsing network's convolution.
        lookback: how many earlier words the convolution sees.
        law: of the limit, one of `limit_laws.LAWS`, and `tau` its sharpness where it has one.
        average: what is averaged over the limit. "chances": the words' chances, so that the loss is that of
            the latent variable model itself. "gates": the gates, as in PRPN, before anything is guessed.
            "logs": the logarithms of the chances, in training alone; the loss is then a bound.
        window: how many memories back a step may see at most; a limit further away counts as the furthest.
        frozen: the parsing network stays as it began (but for the means and variances of its batch
            normalisation): a control.
        dropout: on the words, before the output and between.
    """

    init_range: float = 0.1
    features: int = 64
    lookback: int = 2
    law: str = "pairs"
    tau: float = 1.0
    average: str = "chances"
    window: int = 15
    frozen: bool = False
    dropout: float = 0.1

    def __post_init__(self):
        super().__post_init__()
        for name, known in (("law", limit_laws.LAWS), ("average", AVERAGES)):
            if getattr(self, name) not in known:
                raise ValueError(f"{name} must be one of {', '.join(known)}, not {getattr(self, name)!r}")
        if self.window < 1:
            raise ValueError(f"window must be 1 or more, not {self.window}")


@dataclass(frozen=True)
class Guesses:
    """What a batch's positions guess under each of their limits.

    Attributes:
        law: (N, L), how likely each limit is; a row sums to 1. Column k is the limit t-1-k.
        known: (N, L), True where there is such a limit.
        o: (K, E), what goes to the output layer, for the K pairs of a position and a limit in `known`.
    """

    law: Tensor
    known: Tensor
    o: Tensor


class LatentLimitLm(ScoredLanguageModel):
    """The note's model with the sum over its latent variable done exactly.

    p(x_{t+1} | x_0 .. x_t) = sum_l p(l_t = l) p(x_{t+1} | l_t = l, x_0 .. x_t)
    p(l_t = l)                                             a law of the scores d, see `limit_laws`
    s_i(l) = softmax over l <= i < t of x_i . (W_k x_t + b_k) / sqrt(E)
    o_t(l) = tanh(LN(W [x_t; sum_i s_i(l) x_i] + b))
    p(x_{t+1} | l_t = l, ..) = softmax(V o_t(l) + c)

    The memories are the words' vectors: what the model knows of the words before x_t comes through the
    limited attention and the scores, and no later step depends on an earlier limit. So the sum over all lists
    of limits is a product of sums over single ones. With average="gates" the attention goes through expected
    gates, as in PRPN; where the average stands is then the only difference.

    Source: note, eq. (1) to (3) and the remark in section 5.3 that its likelihood can be maximised exactly;
    the network is PRPN's predict network without an LSTM before it.

    Args:
        vocabulary: from `words.build_vocabulary(training sentences)`.
        settings: those of `LatentLimitConfig`.
    Raises:
        ValueError: a vocabulary without <s> and </s>, or a setting that is not known.
    """

    Config = LatentLimitConfig

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__(vocabulary, **settings)
        c = self.config
        self.parser = ParsingNetwork(c.embedding, c.features, c.lookback, c.dropout)
        self.parser.requires_grad_(not c.frozen)
        self.key = nn.Linear(c.embedding, c.embedding)
        self.mix, self.norm = nn.Linear(2 * c.embedding, c.embedding), nn.LayerNorm(c.embedding)
        self.dropout = nn.Dropout(c.dropout)
        self.out = self.output_layer()

    def scores(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """d and d', each (B, T); position 0 is <s>. The guess d' is not used: the limit is that of d_t."""
        x = self.table[batch.ids]  # (B, T, E)
        return self.parser(x.detach() if self.config.frozen else x, batch.real)

    def law(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """Gates and law of the limit. Column k is position t-1-k; <s>, with nothing before it, is its own.

        Returns:
            g (N, M), the chance that a memory is inside; p (N, M), that the limit is there; and (N, M), True
            where there is such a position.
        """
        c = self.config
        d = (
            self.scores(batch)[0].clamp(min=_LEAST).masked_fill(~batch.real, 1.0)
        )  # (B, T)  above 0, also at padding
        g = limit_laws.expected_gates(d, c.law, c.tau)  # (B, T, T)
        places, there = recent(g.size(-1), c.window, g.device)  # (T, M)
        there = there.expand(*batch.real.shape, -1)[batch.real]  # (N, M)
        g = g.gather(-1, places.expand(len(g), -1, -1))[batch.real] * there  # (N, M)
        g = torch.cat([torch.ones_like(g[:, :1]), g[:, 1:]], -1)  # the nearest is always inside, <s> too
        return g, g - F.pad(g[:, 1:], (0, 1)), there

    def guesses(self, batch: Batch) -> Guesses:
        """What goes to the output layer under each limit, or, with average="gates", once."""
        x = self.dropout(self.table[batch.ids])  # (B, T, E)
        g, law, known = self.law(batch)
        if self.config.average == "gates":
            view = g.unsqueeze(1)  # (N, 1, M)
            law, known = torch.ones_like(law[:, :1]), torch.ones_like(known[:, :1])
        else:
            view = torch.ones_like(g[0]).expand(g.size(1), -1).tril()  # (L, M)  limit k shows columns 0 .. k
        own = x[batch.real]  # (N, E)
        memory = x[:, recent(x.size(1), self.config.window, x.device)[0]][batch.real]  # (N, M, E)
        fit = memory @ self.key(own).unsqueeze(-1) / own.size(-1) ** 0.5  # (N, M, 1)
        s = structured_attention(fit.mT, view)  # (N, L, M)
        both = torch.cat([own.unsqueeze(1).expand(-1, s.size(1), -1), s @ memory], -1)  # (N, L, 2E)
        both = both * self.dropout(torch.ones_like(both[:, :1]))  # one mask for all limits
        o = torch.tanh(self.norm(self.mix(both)))  # (N, L, E)
        return Guesses(law, known, (o * self.dropout(torch.ones_like(o[:, :1])))[known])

    def logits(self, batch: Batch) -> Tensor:
        """Scores of the next word, (N, V); unless the gates are averaged, the logarithms of its chances."""
        made = self.guesses(batch)
        if self.config.average == "gates":
            return self.out(made.o)
        rows = made.o.new_full((*made.known.shape, len(self.vocabulary)), -torch.inf)  # (N, L, V)
        rows[made.known] = self.out(made.o).log_softmax(-1) + _log(made.law)[made.known].unsqueeze(-1)
        return rows.logsumexp(1)

    def loss(self, batch: Batch) -> Sum:
        """-log p(word) in nats, added up; with average="logs", in training, the bound -E[log p(word | l)]."""
        made = self.guesses(batch)
        if self.config.average == "logs" and self.training:
            total = (made.law * self._log_word(made, batch)).sum()
        else:
            total = self._joint(made, batch).logsumexp(-1).sum()
        return Sum(-total, len(batch.targets))

    @torch.no_grad()
    def limits(self, example: str | Sequence[str] | Tree) -> tuple[Tensor, Tensor]:
        """The limits of one sentence before and after the next word is seen; dropout is off.

        Returns:
            p(l_t = k) and p(l_t = k | x_{t+1}), each (T, T), T = n + 1, entry (t, k); row t sums to 1, for
            t = 0 at k = 0. With average="gates" no word is guessed under one limit, and both are the law.
        """
        with evaluating(self):
            batch = self.collate([self.read(example)])
            _, law, there = self.law(batch)
            after = law
            if self.config.average != "gates":
                after = self._joint(self.guesses(batch), batch).softmax(-1)
        places, _ = recent(len(law), self.config.window, law.device)
        empty = law.new_zeros(len(law), len(law))
        before, after = (empty.scatter_add(-1, places, p * there) for p in (law, after))
        return before, after

    def loop_weights(self) -> dict[str, Any]:
        """The weights as `prpn_edu.loops.marginal` reads them, as lists."""
        look = {"key": self.key.weight, "key_bias": self.key.bias, "mix": self.mix.weight}
        look |= {"mix_bias": self.mix.bias, "gain": self.norm.weight, "bias": self.norm.bias}
        predictor = {name: value.tolist() for name, value in look.items()}
        return {"table": self.table.tolist(), "out_bias": self.out.bias.tolist(), "predictor": predictor}

    def _log_word(self, made: Guesses, batch: Batch) -> Tensor:
        """log p(x_{t+1} | l), (N, L); 0 where there is no such limit."""
        targets = batch.targets.unsqueeze(-1).expand_as(made.known)[made.known]  # (K,)
        nats = F.cross_entropy(self.out(made.o), targets, reduction="none")  # (K,)
        return torch.zeros_like(made.law).masked_scatter(made.known, -nats)

    def _joint(self, made: Guesses, batch: Batch) -> Tensor:
        """log p(l) p(x_{t+1} | l), (N, L); -inf where there is no such limit."""
        joint = _log(made.law) + self._log_word(made, batch)
        return joint.masked_fill(~made.known, -torch.inf)


def recent(steps: int, window: int, device: torch.device | None = None) -> tuple[Tensor, Tensor]:
    """The positions that each step may see, nearest first.

    Returns:
        (T, M), entry (t, k) = t-1-k, with 0 for what stands before the sentence; and (T, M), True where the
        position is there. Step 0 sees itself in place of a memory.
    """
    t = torch.arange(steps, device=device).unsqueeze(-1)  # (T, 1)
    back = torch.arange(min(window, max(steps - 1, 1)), device=device)  # (M,)
    places = t - 1 - back  # (T, M)
    there = places >= 0
    there[0, 0] = True
    return places.clamp(min=0), there


def _log(p: Tensor) -> Tensor:
    """log p without infinities, so that a limit of chance 0 has no gradient instead of nan."""
    return p.clamp(min=torch.finfo(p.dtype).tiny).log()
