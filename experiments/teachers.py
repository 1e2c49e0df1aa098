"""The teachers of `experiments.above_right_branching`: PRPNs without recurrence, one from each seed.

Everything here was fixed before the first of these seeds was run: seeds 101 to 110, in two fives. The words
of the vocabulary are counted over the text of all files, the weights are learnt from the training files
alone.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch

from prpn_edu import evaluation, training
from prpn_edu.data import Vocabulary
from prpn_edu.latent.prpn import ATTENTION_ONLY, SUFFIXES, Prpn, build_vocabulary

FIVES = ((101, 102, 103, 104, 105), (106, 107, 108, 109, 110))
MIN_COUNT = 5
LONGEST = 40  # words of a sentence that is trained on
TRAINING: dict[str, Any] = {
    "epochs": 10,
    "batch_size": 32,
    "lr": 2e-3,
    "betas": (0.0, 0.999),
    "weight_decay": 1e-6,
    "clip": 1.0,
    "keep": "last",
}

Sentences = Sequence[Sequence[str]]


def vocabulary(sentences: Sentences) -> Vocabulary:
    """The frequent words of a text, and the suffix classes that stand for the others."""
    return build_vocabulary(sentences, MIN_COUNT, SUFFIXES)


def untrained(words: Vocabulary, seed: int) -> Prpn:
    """A teacher before it has read anything."""
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return Prpn(words, **ATTENTION_ONLY).eval()


def trained(
    words: Vocabulary, train: Sentences, held_out: Sentences, seed: int, keep: Path | None = None
) -> tuple[Prpn, dict[str, Any]]:
    """A teacher after ten epochs.

    Args:
        words: from `vocabulary`.
        train: sentences to learn from; those of more than 40 words are left out.
        held_out: sentences for the perplexity that is recorded; it decides nothing.
        seed: for the weights, the order and the dropout.
        keep: a folder of checkpoints; a training that is there goes on, and one that is done is read back.
    Returns:
        the model, and its seed, perplexity and seconds.
    """
    model = untrained(words, seed)
    train, held_out = ([s for s in part if len(s) <= LONGEST] for part in (train, held_out))
    checkpoint = None if keep is None else keep / f"teacher-{seed}.pt"
    history = training.fit(model, train, held_out, seed=seed, checkpoint=checkpoint, **TRAINING)
    return model, {
        "seed": seed,
        "held_out_perplexity": round(evaluation.perplexity(model, held_out), 2),
        "train_loss": round(history.epochs[-1].loss, 4),
        "cpu_seconds": round(history.epochs[-1].cpu_seconds, 1),
    }
