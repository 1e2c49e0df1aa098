"""Train models with ordered neurons on the Wall Street Journal sample and write down how it was done.

    python -m experiments.ordered [--only on-lstm transformer] [--seeds 1 2 3] [--keep FOLDER]

writes `results/ordered-<name>.json`, one file for each recipe. Sentences, words, number of epochs and step
size are those of `experiments.wsj`, whose PRPN the models are set beside; their sizes were chosen beforehand
to have as many weights as that PRPN, within one per cent. Gold trees are read at the end, to score;
`results/choices.json` says what was chosen by them. Only numbers are stored, no sentence.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

import torch
from torch import Tensor

from experiments import parsing
from experiments.wsj import Runs, main
from experiments.wsj_recipes import Recipe
from prpn_edu.latent import LstmLm, OnLstm, OrderedTransformer
from prpn_edu.latent.language_model import ScoredLanguageModel
from prpn_edu.latent.ordered.models import OrderedModel
from prpn_edu.latent.prpn import SUFFIXES

_WORDS: dict[str, Any] = {"embedding": 100, "init_range": 0.1, "suffixes": SUFFIXES, "layers": 2}

RECIPES: dict[str, Recipe] = {
    "on-lstm": Recipe(
        "another model: ON-LSTM, two layers, trees of the second", _WORDS | {"hidden": 76, "chunk": 4}, OnLstm
    ),
    "lstm": Recipe(
        "from on-lstm in the master gates, which it lacks; wider, for as many weights",
        _WORDS | {"hidden": 82},
        LstmLm,
    ),
    "transformer": Recipe(
        "another model: our reading of the hierarchical transformer, two layers, trees of the second",
        _WORDS | {"hidden": 124, "chunk": 4},
        OrderedTransformer,
    ),
    "plain": Recipe(
        "from transformer in the master gates, which are one; wider, for as many weights",
        _WORDS | {"hidden": 149, "chunk": 4, "ordered": False},
        OrderedTransformer,
    ),
}


class OrderedRuns(Runs):
    """Train models with ordered neurons, and ask where their trees come from."""

    recipes: ClassVar[dict[str, Recipe]] = RECIPES
    command: ClassVar[str] = "python -m experiments.ordered"
    prefix: ClassVar[str] = "ordered"
    seeds: ClassVar[Sequence[int]] = range(1, 6)

    def _trees(self, model: ScoredLanguageModel) -> dict:
        """What `Runs` gives, and beside it what else could make such trees.

        "layers": F1 in all conventions of the trees of each layer. "tied_sentences": how many have two words
        of exactly equal score. "ties_at_random": F1 where such ties are broken by chance, not for the first.
        "mean_by_place": the mean score of the first, second, ... word of a sentence. "place_alone": F1 of the
        trees that these means give, whatever the words are.
        """
        assert isinstance(model, OrderedModel)  # the LSTM draws no trees
        gold = self.gold[10]
        own = parsing.distances(model, gold)
        place = by_place(own)
        guesses = {
            "ties_at_random": ties_at_random(own, seed=0),
            "place_alone": [place[: len(d)] for d in own],
        }
        return super()._trees(model) | {
            "layers": {
                str(layer): self._f1(parsing.distances(model, gold, partial(model.scores, layer=layer)))
                for layer in range(1, model.config.layers + 1)
            },
            "tied_sentences": sum(len(d.unique()) < len(d) for d in own),
            "mean_by_place": [round(float(d), 4) for d in place],
            **{name: self._f1(scores) for name, scores in guesses.items()},
        }

    def _f1(self, scores: Sequence[Tensor]) -> dict[str, float]:
        return parsing.conventions(parsing.parse(scores, self.gold[10], "biased"), self.gold[10])


def by_place(scores: Sequence[Tensor]) -> Tensor:
    """The mean score of the first word of all sentences, of the second, and so on, as far as any reaches."""
    rows = torch.nn.utils.rnn.pad_sequence(list(scores), batch_first=True, padding_value=float("nan"))
    return rows.nanmean(0)


def ties_at_random(scores: Sequence[Tensor], seed: int) -> list[Tensor]:
    """The ranks of each sentence's scores, the lowest 0; equal scores are ranked in a random order."""
    generator = torch.Generator().manual_seed(seed)
    out = []
    for d in scores:
        order = torch.randperm(len(d), generator=generator)
        ranked = order[d[order].argsort(stable=True)]  # the words from the lowest to the highest
        ranks = torch.empty(len(d))
        ranks[ranked] = torch.arange(len(d), dtype=ranks.dtype)
        out.append(ranks)
    return out


if __name__ == "__main__":
    main(kind=OrderedRuns)
