"""The recipes of chapter 11: PRPN on the Wall Street Journal sample, with its controls and an LSTM.

One entry of `RECIPES` is one file `results/wsj-<name>.json`. All are trained in the same way, on the same
words, and each differs from the recipe "prpn" in the one thing that it names.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import torch
from nltk import Tree

from experiments.controls import ControlledPrpn
from prpn_edu.latent import LstmLm, Prpn
from prpn_edu.latent.language_model import LanguageModel
from prpn_edu.latent.prpn import ATTENTION_ONLY, SUFFIXES, build_vocabulary

MIN_COUNT = 5
TRAINING: dict[str, Any] = {
    "epochs": 10,
    "batch_size": 32,
    "lr": 2e-3,
    "betas": (0.0, 0.999),
    "weight_decay": 1e-6,
    "clip": 1.0,
    "keep": "last",
}


@dataclass(frozen=True)
class Recipe:
    """What is trained, and in what it differs from the recipe "prpn".

    Attributes:
        differs: in words.
        settings: arguments of the model's constructor.
        model: its class.
    """

    differs: str
    settings: dict[str, Any] = field(default_factory=dict)
    model: type[LanguageModel] = Prpn

    def make(self, train: Sequence[Tree], seed: int) -> Any:
        """The model before training; the seed decides its weights."""
        vocabulary = build_vocabulary(train, min_count=MIN_COUNT, suffixes=SUFFIXES)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            return self.model(vocabulary, **self.settings)


def _prpn(differs: str, **settings: Any) -> Recipe:
    return Recipe(differs, ATTENTION_ONLY | settings)


def _controlled(differs: str, scores: str) -> Recipe:
    return Recipe(differs, ATTENTION_ONLY | {"scores": scores}, ControlledPrpn)


RECIPES: dict[str, Recipe] = {
    "prpn": _prpn("in nothing: PRPN that reads by attention alone"),
    "lstm": Recipe(
        "another model with as many weights, but for ten: an LSTM of one layer",
        {"embedding": 100, "hidden": 122, "init_range": 0.1, "suffixes": SUFFIXES},
        LstmLm,
    ),
    "frozen": _controlled("the parsing network stays as it began", "frozen"),
    "open": _controlled("the gates are all one", "open"),
    "shuffled": _controlled("the scores are put in a random order before the gates are made", "shuffled"),
    "adjacent": _controlled("the gates show the last memory alone", "adjacent"),
    "untied": _prpn("the output layer has a table of words of its own", tied=False),
    "tape": _prpn("the reading network is the LSTM with the memory tape", recurrent=True),
}
