"""Latent trees: gates, decoders, charts, pairwise and ranking models, distributions over trees, PRPN.

With it the models with ordered neurons, and `LstmLm`, which looks back without a tree.
With them a language model that adds up over its limits, `LatentLimitLm`, and one that looks back without a
tree, `LstmLm`.
"""

from prpn_edu.latent import chart, gates, limit_laws, pairwise, ranking, split, structures
from prpn_edu.latent.limit_lm import LatentLimitLm
from prpn_edu.latent.lstm_lm import LstmLm
from prpn_edu.latent.ordered import OnLstm, OrderedTransformer
from prpn_edu.latent.prpn import Prpn

__all__ = [
    "LstmLm",
    "OnLstm",
    "OrderedTransformer",
    "Prpn",
    "chart",
    "gates",
    "LatentLimitLm",
    "LstmLm",
    "Prpn",
    "chart",
    "gates",
    "limit_laws",
    "pairwise",
    "ranking",
    "split",
    "structures",
]
