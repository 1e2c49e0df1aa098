"""Train the LSTM that comes with the package, small enough for a page of the book, and watch its gates.

    python -m experiments.page_lstm

writes `prpn_edu/loops/lstm.json`, the weights, and `results/toy-page-lstm.json`, what they are worth: how
many remarks the model gets right, how far its gates open at each word, and what becomes of its verdicts when
the forget gates are held open or shut at "but". The text is the toy treebank, which is ours to give away. One
model for each seed; the one with the highest development accuracy is shipped.
"""

import random
import statistics
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from nltk import Tree

from experiments.page_prpn import write_both
from experiments.page_sentiment import BLANKED, blanked
from experiments.provenance import Clock, percent, provenance
from experiments.recipes import fit
from prpn_book.views import memory
from prpn_edu import data, evaluation, packing, shipped
from prpn_edu.composition import Lstm, export
from prpn_edu.data import Vocabulary
from prpn_edu.loops.packed import read

COMMAND = "python -m experiments.page_lstm"
SEEDS = (1, 2, 3, 4, 5)
REMARKS, OFTEN, TURN = 30_000, 50, "but"
SETTINGS: dict[str, Any] = {"embedding": 16, "hidden": 16, "dropout": 0.0, "input_dropout": 0.0}
TRAINING: dict[str, Any] = {"epochs": 6, "batch_size": 25, "lr": 4e-3, "clip": 5.0}
# How forget gates are held in a remark with one "but": at "but" itself, at some other word, not the first, or
# at the word behind "but" whose forget gates are lowest on average.
HELD: dict[str, tuple[str, float] | None] = {
    "as learnt": None,
    "open at but": (TURN, 1.0),
    "shut at but": (TURN, 0.0),
    "open at another word": ("another", 1.0),
    "shut at another word": ("another", 0.0),
    "open at the lowest later word": ("lowest", 1.0),
}


def train(seed: int, remarks: Sequence[Tree], dev: Sequence[Tree], **training: Any) -> Lstm:
    """One model, with the weights of its best epoch on the development remarks."""
    torch.manual_seed(seed)
    model = Lstm(Vocabulary.build(remarks), **SETTINGS)
    fit(model, blanked(remarks, BLANKED, seed), dev, seed=seed, progress=False, **training)
    return model


def packed(model: Lstm) -> packing.Table:
    """The weights as `prpn_book.views.memory.install` takes them."""
    return packing.pack(export.tables(model))


def opened(table: packing.Table) -> dict[str, Any]:
    """A packed model as the loops take it."""
    model = read(table)
    return model | {"cell": memory.cell_weights(model)}


def label(model: dict[str, Any], words: Sequence[str], held: dict[int, float] | None = None) -> int:
    """The most probable class after the last word, perhaps with some forget gates held."""
    told = memory.chances(model, memory.steps(model, words, held)[-1][0])
    return told.index(max(told))


def mean_gates(model: dict[str, Any], remarks: Sequence[Tree]) -> dict[str, dict[str, float]]:
    """Forget, input and output gate at each frequent word, averaged over units and places but the first."""
    seen: dict[str, list[tuple[float, ...]]] = defaultdict(list)
    for tree in remarks:
        words = tree.leaves()
        for word, (_, gates) in list(zip(words, memory.steps(model, words), strict=True))[1:]:
            seen[word].append(tuple(memory.mean(gates[name]) for name in "fio"))
    return {
        word: dict(
            zip(
                ("forget", "input", "output"),
                (round(statistics.fmean(x), 4) for x in zip(*rows, strict=True)),
                strict=True,
            )
        )
        for word, rows in sorted(seen.items())
        if len(rows) >= OFTEN
    }


def with_one_turn(remarks: Sequence[Tree]) -> list[tuple[list[str], int, int]]:
    """Of each remark with a single "but" its words, the place of "but", and its label."""
    found = ((tree.leaves(), int(tree.label())) for tree in remarks)
    return [(words, words.index(TURN), gold) for words, gold in found if words.count(TURN) == 1]


def held_right(model: dict[str, Any], remarks: Sequence[Tree]) -> dict[str, list[int]]:
    """For each way to hold forget gates, which remarks with one "but" are right: 1 or 0."""
    draw = random.Random(0)
    found: dict[str, list[int]] = {way: [] for way in HELD}
    for words, place, gold in with_one_turn(remarks):
        kept = [memory.mean(gates["f"]) for _, gates in memory.steps(model, words)]
        places = {
            TURN: place,
            "another": draw.choice([t for t in range(1, len(words)) if t != place]),
            "lowest": min(range(place + 1, len(words)), key=kept.__getitem__),
        }
        for way, how in HELD.items():
            held = {places[how[0]]: how[1]} if how else None
            found[way].append(int(label(model, words, held) == gold))
    return found


def measured(model: dict[str, Any], remarks: Sequence[Tree], dev: Sequence[Tree]) -> dict[str, Any]:
    """What one model gets right, and its gates at frequent words."""
    right = {
        name: statistics.fmean(label(model, tree.leaves()) == int(tree.label()) for tree in trees)
        for name, trees in (("dev", dev), ("test", remarks))
    }
    return {name: percent(share) for name, share in right.items()} | {"gates": mean_gates(model, remarks)}


def record(seeds: Sequence[int]) -> tuple[dict[str, Any], packing.Table]:
    """Train one model a seed; return what the results file holds, and the packed weights of the best."""
    clock = Clock()
    remarks, dev, test = data.toy("train", REMARKS), data.toy("dev"), data.toy("test")
    tables = {seed: packed(train(seed, remarks, dev, **TRAINING)) for seed in seeds}
    models = {seed: opened(table) for seed, table in tables.items()}
    found = {seed: measured(model, test, dev) for seed, model in models.items()}
    marks = {seed: held_right(model, test) for seed, model in models.items()}
    every = {way: torch.tensor([marks[seed][way] for seed in seeds]).double() for way in HELD}  # (S, B)
    for seed in seeds:
        found[seed]["right_of_turns"] = {way: sum(marks[seed][way]) for way in HELD}
    best = max(seeds, key=lambda seed: found[seed]["dev"])
    about = {
        "text": f"{REMARKS} remarks of the course's toy treebank, a label for each",
        "accuracy": found[best]["test"],
        "command": COMMAND,
    }
    results = {
        "what": "LSTM for the page, on the toy treebank: right in %, its gates, and verdicts with gates held",
        **provenance(COMMAND, list(seeds), clock),
        "remarks": {"train": REMARKS, "dev": len(dev), "test": len(test), "turns": len(with_one_turn(test))},
        "settings": SETTINGS,
        "training": TRAINING | {"blanked": BLANKED},
        "chosen_on": "dev",
        "models": {str(seed): row for seed, row in found.items()},
        "change_when_held": {
            way: [percent(x) for x in evaluation.paired_interval(every[way], every["as learnt"])]
            for way in list(HELD)[1:]
        },
        "shipped": {"seed": best},
    }
    return results, tables[best] | {"about": about}


def main(argv: Sequence[str] | None = None) -> None:
    """Write both files."""
    about = __doc__.partition("\n")[0]
    write_both(record, COMMAND, about, Path("results/toy-page-lstm.json"), shipped.LSTM, argv, SEEDS)


if __name__ == "__main__":
    main()
