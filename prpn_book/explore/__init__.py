"""Explorers: figures that a reader drags.

An explorer is drawing only. What it shows is computed by a plain function of
`prpn_book.views`: run by the kernel in Jupyter, and by MicroPython in a page that has no kernel.
"""

from prpn_book.explore.adjective import AdjectiveExplorer
from prpn_book.explore.attention import AttentionExplorer
from prpn_book.explore.english import EnglishExplorer
from prpn_book.explore.explorer import Explorer
from prpn_book.explore.gates import GateExplorer
from prpn_book.explore.grammar import GrammarExplorer
from prpn_book.explore.guess import Guess
from prpn_book.explore.halflife import HalfLife
from prpn_book.explore.judge import Judge
from prpn_book.explore.laws import TreeLaws
from prpn_book.explore.memory import MemoryExplorer
from prpn_book.explore.neurons import Neurons
from prpn_book.explore.prpn import PrpnExplorer
from prpn_book.explore.race import Race
from prpn_book.explore.readings import Readings
from prpn_book.explore.sentiment import SentimentExplorer
from prpn_book.explore.skyline import Skyline, TwoTrees
from prpn_book.explore.spans import SpanExplorer
from prpn_book.explore.stepper import Stepper
from prpn_book.explore.trials import TrialExplorer
from prpn_book.explore.votes import VoteExplorer
from prpn_book.explore.word_list import WordListExplorer

__all__ = [
    "AdjectiveExplorer",
    "AttentionExplorer",
    "EnglishExplorer",
    "Explorer",
    "GateExplorer",
    "GrammarExplorer",
    "Guess",
    "HalfLife",
    "Judge",
    "MemoryExplorer",
    "Neurons",
    "PrpnExplorer",
    "Race",
    "Readings",
    "SentimentExplorer",
    "Skyline",
    "SpanExplorer",
    "Stepper",
    "TreeLaws",
    "TrialExplorer",
    "TwoTrees",
    "VoteExplorer",
    "WordListExplorer",
]
