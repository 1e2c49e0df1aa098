"""Latent trees: gates, decoders and pairwise models."""
