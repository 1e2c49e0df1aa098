"""Latent trees: gates, decoders, pairwise and ranking models, distributions over trees, and PRPN."""

from prpn_edu.latent import gates, pairwise, ranking, split, structures
from prpn_edu.latent.prpn import Prpn

__all__ = ["Prpn", "gates", "pairwise", "ranking", "split", "structures"]
