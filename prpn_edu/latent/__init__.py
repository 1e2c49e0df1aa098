"""Latent trees: gates, decoders, pairwise and ranking models, distributions over trees, and PRPN.

With them the language models that look back without a tree, `LstmLm`.
"""

from prpn_edu.latent import gates, pairwise, ranking, split, structures
from prpn_edu.latent.lstm_lm import LstmLm
from prpn_edu.latent.prpn import Prpn

__all__ = ["LstmLm", "Prpn", "gates", "pairwise", "ranking", "split", "structures"]
