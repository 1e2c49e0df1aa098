"""Latent trees: gates, decoders, charts, pairwise and ranking models, distributions over trees, PRPN.

With them the models that came after it: `OnLstm` and `OrderedTransformer`, whose neurons are ordered,
`LatentLimitLm`, which adds up over its limits, and `LstmLm`, which looks back without a tree.
"""

from prpn_edu.latent import chart, gates, limit_laws, pairwise, ranking, split, structures
from prpn_edu.latent.limit_lm import LatentLimitLm
from prpn_edu.latent.lstm_lm import LstmLm
from prpn_edu.latent.ordered import OnLstm, OrderedTransformer
from prpn_edu.latent.prpn import Prpn
from prpn_edu.latent.words import build_vocabulary

__all__ = [
    "LatentLimitLm",
    "LstmLm",
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
