"""Latent trees: gates, decoders, charts, pairwise and ranking models, distributions over trees, PRPN.

With them the models that came after it: `OnLstm` and `OrderedTransformer`, whose neurons are ordered,
`LatentLimitLm`, which adds up over its limits, and `LstmLm`, which looks back without a tree. A `Grammar`
tells how likely a sentence is with all its trees added up.
"""

from prpn_edu.latent import chart, gates, limit_laws, pairwise, ranking, split, structures
from prpn_edu.latent.grammar import Grammar, NeuralGrammar
from prpn_edu.latent.limit_lm import LatentLimitLm
from prpn_edu.latent.lstm_lm import LstmLm
from prpn_edu.latent.ordered import OnLstm, OrderedTransformer
from prpn_edu.latent.prpn import Prpn
from prpn_edu.latent.words import build_vocabulary

__all__ = [
    "Grammar",
    "LatentLimitLm",
    "LstmLm",
    "NeuralGrammar",
    "OnLstm",
    "OrderedTransformer",
    "Prpn",
    "build_vocabulary",
    "chart",
    "gates",
    "limit_laws",
    "pairwise",
    "ranking",
    "split",
    "structures",
]
