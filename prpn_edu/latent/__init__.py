"""Latent trees: gates, decoders, pairwise models, distributions over trees, and PRPN."""

from prpn_edu.latent.prpn import Prpn

__all__ = ["Prpn"]
