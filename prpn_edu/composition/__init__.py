"""From words to sentences: vectors added, read in order, or composed along a tree."""

from prpn_edu.composition.bag import Bow, Cbow, DeepCbow
from prpn_edu.composition.classifier import NodePrediction, Prediction
from prpn_edu.composition.recurrent import Lstm, Rnn
from prpn_edu.composition.tree_lstm import BinaryTreeLstm, ChildSumTreeLstm

__all__ = [
    "BinaryTreeLstm",
    "Bow",
    "Cbow",
    "ChildSumTreeLstm",
    "DeepCbow",
    "Lstm",
    "NodePrediction",
    "Prediction",
    "Rnn",
]
