"""How good is a parser? Unlabelled F1 in its four conventions, and the trees to compare with."""

from prpn_edu.evaluation import baselines
from prpn_edu.evaluation.f1 import Match, Score, matches, score, unlabeled_f1

__all__ = ["Match", "Score", "baselines", "matches", "score", "unlabeled_f1"]
