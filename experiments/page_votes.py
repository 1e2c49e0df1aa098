"""Train the bag of words that comes with the package: five votes a word.

    python -m experiments.page_votes

writes `prpn_edu/loops/votes.json`. The text is the toy treebank, which is ours to give away; the epoch is
chosen on its development remarks. From each row its mean is taken, which changes no answer: only the
differences of votes count.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments.page_sentiment import blanked
from experiments.provenance import percent
from prpn_edu import data, evaluation, files, packing, shipped, training
from prpn_edu.composition import Bow

COMMAND = "python -m experiments.page_votes"
BLANKED, SEED = 0.02, 0
TRAINING: dict[str, Any] = {"epochs": 8, "batch_size": 25, "lr": 0.01}


def train(remarks: Sequence[Tree], dev: Sequence[Tree], **settings: Any) -> Bow:
    """The bag of its best epoch, which has read some words as unknown."""
    torch.manual_seed(SEED)
    model = Bow(data.Vocabulary.build(remarks), init_std=0.01)
    training.fit(model, blanked(remarks, BLANKED, SEED), dev, seed=SEED, progress=False, **settings)
    return model


def packed(model: Bow, about: dict[str, Any]) -> packing.Table:
    """The votes as `prpn_book.views.votes.install` takes them."""
    votes, bias = (weights.detach() for weights in (model.table, model.bias))  # (V, 5), (5,)
    level = {"votes": votes - votes.mean(1, keepdim=True), "bias": bias - bias.mean()}
    table = packing.pack({name: weights.tolist() for name, weights in level.items()})
    return table | {"words": list(model.vocabulary.words), "about": about}


def main(argv: Sequence[str] | None = None) -> None:
    """Write the votes."""
    parser = argparse.ArgumentParser(prog=COMMAND, description=__doc__.partition("\n")[0])
    parser.add_argument("--tables", type=Path, default=shipped.VOTES, help="where to write the votes")
    options = parser.parse_args(argv)
    torch.set_num_threads(1)
    train_remarks, dev, test = (data.toy(split) for split in ("train", "dev", "test"))
    model = train(train_remarks, dev, **TRAINING)
    about = {
        "text": f"{len(train_remarks)} remarks of the course's toy treebank",
        "accuracy": percent(evaluation.accuracy(model, test)),
        "command": COMMAND,
    }
    files.write_text(options.tables, json.dumps(packed(model, about), separators=(",", ":")))


if __name__ == "__main__":
    main()
