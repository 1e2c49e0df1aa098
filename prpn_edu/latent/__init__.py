"""Latent trees: gates, decoders, charts, pairwise and ranking models, distributions over trees, and PRPN."""

from prpn_edu.latent import chart, gates, pairwise, ranking, split, structures
from prpn_edu.latent.prpn import Prpn

__all__ = ["Prpn", "chart", "gates", "pairwise", "ranking", "split", "structures"]
