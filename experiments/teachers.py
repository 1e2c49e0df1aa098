"""The teachers of `experiments.above_right_branching`, and the controls that stand in their place.

Of the recipe "prpn", seeds 101 to 110 in two fives were fixed before the first was run; the words of their
vocabulary are counted in the text of all files. Of the recipe "tape", PRPN with its LSTM, the teachers are
the ten seeds of `results/wsj-tape.json` in their order, which know the words of the training files only.
Weights are learnt from the training files alone, in sentences of up to 40 words. A teacher gives a tree to
every sentence.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments import parsing
from experiments.parsing import Corpus
from experiments.wsj_recipes import RECIPES, TRAINING
from prpn_edu import evaluation, training, trees
from prpn_edu.evaluation import baselines
from prpn_edu.latent import Prpn

FIVES = {
    "prpn": ((101, 102, 103, 104, 105), (106, 107, 108, 109, 110)),
    "tape": ((1, 2, 3, 4, 5), (6, 7, 8, 9, 10)),
}
CHECKPOINTS = {"prpn": "teacher", "tape": "tape"}  # "tape-1.pt" is a file of `experiments.wsj --keep`
CHANCE: dict[str, Callable[[list[str], torch.Generator], Tree]] = {
    "random scores, SPLIT": baselines.random_scores,
    "random scores, cut between words": baselines.random_split,
}


def untrained(known: Sequence[Tree], seed: int, recipe: str = "prpn") -> Prpn:
    """A teacher before it has read anything.

    Args:
        known: the sentences whose words make the vocabulary.
        seed: of the weights.
        recipe: "prpn" or "tape", of `wsj_recipes`.
    """
    return RECIPES[recipe].make(known, seed).eval()


def checkpoint(keep: Path, recipe: str, seed: int) -> Path:
    """The file of a teacher in a folder of checkpoints."""
    return keep / f"{CHECKPOINTS[recipe]}-{seed}.pt"


def trained(
    known: Sequence[Tree],
    corpus: Corpus,
    seed: int,
    keep: Path | None = None,
    recipe: str = "prpn",
    epochs: int | None = None,
) -> tuple[Prpn, dict[str, Any]]:
    """A teacher after ten epochs, or as far as it is wanted.

    Args:
        known: the sentences whose words make the vocabulary.
        corpus: its training files are learnt from; the held-out ones are for a perplexity that decides
            nothing.
        seed: of the weights, the order and the dropout.
        keep: a folder of checkpoints: a training that is there goes on, one that is done is read back.
        recipe: "prpn" or "tape".
        epochs: after which it stops; None: those of the recipe. With `keep` it can go on later.
    Returns:
        the model, and its seed, perplexity, loss and seconds.
    """
    model = untrained(known, seed, recipe)
    file = None if keep is None else checkpoint(keep, recipe, seed)
    how = TRAINING if epochs is None else TRAINING | {"epochs": epochs}
    history = training.fit(model, corpus.train, corpus.held_out, seed=seed, checkpoint=file, **how)
    return model, {
        "seed": seed,
        "held_out_perplexity": round(evaluation.perplexity(model, corpus.held_out), 2),
        "train_loss": round(history.epochs[-1].loss, 4),
        "cpu_seconds": round(history.epochs[-1].cpu_seconds, 1),
    }


def lessons(model: Prpn, gold: Sequence[Tree], decoder: str = "biased") -> list[Tree]:
    """The model's trees over the words of the gold trees, whose brackets are not read."""
    return parsing.parse(parsing.distances(model, gold), gold, decoder)


def by_chance(name: str, gold: Sequence[Tree], seed: int) -> list[Tree]:
    """Trees that know nothing, over the same words: one of `CHANCE`."""
    generator = torch.Generator().manual_seed(seed)
    return [CHANCE[name](trees.words(tree), generator) for tree in gold]
