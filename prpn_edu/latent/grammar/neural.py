"""A grammar whose rules are made by small networks: rules of like symbols become alike.

Letters: N symbols that become two symbols, P that become a word, S = N + P; d numbers describe a symbol.
"""

from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor, nn

from prpn_edu.data import Vocabulary
from prpn_edu.latent.grammar.inside import Rules
from prpn_edu.latent.grammar.pcfg import Pcfg, names_of, never_written


@dataclass(frozen=True)
class NeuralGrammarConfig:
    """The settings of a `NeuralGrammar`.

    Attributes:
        pairs: N.
        words: P.
        size: d.
        suffixes: those that the vocabulary has entries for, see `words.build_vocabulary`.
    """

    pairs: int = 20
    words: int = 40
    size: int = 64
    suffixes: tuple[str, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "suffixes", tuple(self.suffixes))  # JSON knows only lists
        if min(self.pairs, self.words, self.size) < 1:
            raise ValueError("pairs, words and size must be 1 or more")


class NeuralGrammar(Pcfg):
    """Symbols are vectors; a network reads the vector of a symbol and tells the chances of its rules.

    p(root)     = softmax(f(v_root))            f two residual layers between two linear ones
    p(B C | A)  = softmax(W v_A + b)            over all S x S pairs
    p(word | A) = softmax(free scores of A)     which may begin in classes: `begin_in_classes`

    Random chances of a table stay where likelihood finds them first; here a step for one rule moves many.

    Args:
        vocabulary: from `words.build_vocabulary(training sentences)`.
        settings: those of `NeuralGrammarConfig`.
    Source: Kim, Dyer and Rush (2019), Compound probabilistic context-free grammars, the neural PCFG. There
        words too come from a network, and the root has two children at least.
    """

    Config = NeuralGrammarConfig

    def __init__(self, vocabulary: Vocabulary, **settings: Any):
        super().__init__()
        self.vocabulary, self.config = vocabulary, self.Config(**settings)
        c = self.config
        d, s = c.size, c.pairs + c.words
        self.root_vector = nn.Parameter(torch.randn(d))
        self.vectors = nn.Parameter(torch.randn(c.pairs, d))
        self.root_of = nn.Sequential(nn.Linear(d, d), Residual(d), Residual(d), nn.Linear(d, s))
        self.pairs_of = nn.Linear(d, s * s)
        self.word_scores = nn.Parameter(torch.randn(c.words, len(vocabulary)))
        with torch.no_grad():
            self.word_scores[:, never_written(vocabulary)] = -torch.inf
        for table in (p for layer in (self.root_of, self.pairs_of) for p in layer.parameters()):
            if table.dim() > 1:
                nn.init.xavier_uniform_(table)

    @property
    def symbols(self) -> tuple[str, ...]:
        """N0, N1, ... become two symbols, P0, P1, ... a word."""
        return names_of(self.config.pairs, self.config.words)

    def rules(self) -> Rules:
        """The chances of all rules, with the gradients of the networks."""
        s = self.config.pairs + self.config.words
        return Rules(
            self.root_of(self.root_vector).softmax(-1),
            self.pairs_of(self.vectors).softmax(-1).unflatten(-1, (s, s)),
            self.word_scores.softmax(-1),
        )


class Residual(nn.Module):
    """x + ReLU(W' ReLU(W x + b) + b'). Source: Kim, Dyer and Rush (2019), the appendix."""

    def __init__(self, size: int):
        super().__init__()
        self.first, self.second = nn.Linear(size, size), nn.Linear(size, size)

    def forward(self, x: Tensor) -> Tensor:
        """(..., d) to (..., d)."""
        return x + self.second(self.first(x).relu()).relu()
