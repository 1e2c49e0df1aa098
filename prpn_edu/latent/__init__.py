"""Latent trees: gates, decoders, pairwise and ranking models, and distributions over trees."""

from prpn_edu.latent import gates, pairwise, ranking, split, structures

__all__ = ["gates", "pairwise", "ranking", "split", "structures"]
