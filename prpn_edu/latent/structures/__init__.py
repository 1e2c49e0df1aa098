"""Distributions over the binary trees of a sentence, exact and differentiable."""

from prpn_edu.latent.structures.base import TreeDistribution
from prpn_edu.latent.structures.between_trees import BetweenTrees
from prpn_edu.latent.structures.limit_trees import LimitTrees
from prpn_edu.latent.structures.listed import ListedTrees
from prpn_edu.latent.structures.noisy_trees import NoisyTrees
from prpn_edu.latent.structures.ranked_trees import RankedTrees
from prpn_edu.latent.structures.split_trees import SplitTrees

__all__ = [
    "BetweenTrees",
    "LimitTrees",
    "ListedTrees",
    "NoisyTrees",
    "RankedTrees",
    "SplitTrees",
    "TreeDistribution",
]
