"""Explorers: figures that a reader drags.

An explorer is drawing only. Its mathematics is a plain loop of `prpn_edu.loops`: run by the kernel in
Jupyter, and by MicroPython in a page that has no kernel.
"""

from prpn_edu.explore.adjective import AdjectiveExplorer
from prpn_edu.explore.attention import AttentionExplorer
from prpn_edu.explore.explorer import Explorer
from prpn_edu.explore.gates import GateExplorer
from prpn_edu.explore.guess import Guess
from prpn_edu.explore.halflife import HalfLife
from prpn_edu.explore.laws import TreeLaws
from prpn_edu.explore.prpn import PrpnExplorer
from prpn_edu.explore.sentiment import SentimentExplorer
from prpn_edu.explore.skyline import Skyline, TwoTrees, Wipes
from prpn_edu.explore.spans import SpanExplorer
from prpn_edu.explore.stepper import Stepper
from prpn_edu.explore.votes import VoteExplorer

__all__ = [
    "AdjectiveExplorer",
    "AttentionExplorer",
    "Explorer",
    "GateExplorer",
    "Guess",
    "HalfLife",
    "PrpnExplorer",
    "SentimentExplorer",
    "Skyline",
    "SpanExplorer",
    "Stepper",
    "TreeLaws",
    "TwoTrees",
    "VoteExplorer",
    "Wipes",
]
