"""Latent trees: gates, decoders, charts, pairwise and ranking models, distributions over trees, and PRPN.

With them the language models that look back without a tree, `LstmLm`.
"""

from prpn_edu.latent import chart, gates, pairwise, ranking, split, structures
from prpn_edu.latent.lstm_lm import LstmLm
from prpn_edu.latent.prpn import Prpn

__all__ = ["LstmLm", "Prpn", "chart", "gates", "pairwise", "ranking", "split", "structures"]
