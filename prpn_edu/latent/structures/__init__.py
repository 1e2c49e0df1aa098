"""Distributions over the binary trees of a sentence, exact and differentiable."""

from prpn_edu.latent.structures.base import TreeDistribution
from prpn_edu.latent.structures.between_trees import BetweenTrees
from prpn_edu.latent.structures.ranked_trees import RankedTrees
from prpn_edu.latent.structures.split_trees import SplitTrees

__all__ = ["BetweenTrees", "RankedTrees", "SplitTrees", "TreeDistribution"]
