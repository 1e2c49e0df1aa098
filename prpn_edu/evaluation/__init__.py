"""How good is a model? Accuracy, perplexity, unlabelled F1 in four conventions, intervals, baselines."""

from prpn_edu.evaluation import baselines
from prpn_edu.evaluation.f1 import Match, Score, matches, score, unlabeled_f1
from prpn_edu.evaluation.paired import paired_interval
from prpn_edu.evaluation.scores import accuracy, mean_loss, perplexity

__all__ = [
    "Match",
    "Score",
    "accuracy",
    "baselines",
    "matches",
    "mean_loss",
    "paired_interval",
    "perplexity",
    "score",
    "unlabeled_f1",
]
